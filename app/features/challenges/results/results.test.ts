import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import * as submissionPage from '#app/features/submissions/show/show.tsx'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { viewCounts } from '#domain/integrity/commands.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { certifyResult } from '#domain/lifecycle/recount.server.ts'
import { challengeResult, resultRows } from '#domain/lifecycle/results.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as show from '../show.tsx'
import * as results from './results.tsx'
import { winnerText } from './texts.ts'
import { votesPlot } from './votes-plot.server.ts'

const { db } = await testDatabase()
const admin = as(await makeAdmin(db))

async function contest(votes: number[], seed: Parameters<typeof makeChallenge>[1] = {}) {
  const challenge = await makeChallenge(db, { title: 'Paper boats', ...seed })
  const ids: string[] = []
  for (const [index] of votes.entries()) {
    const author = await makeMember(db, { displayName: `Author ${challenge.slice(-4)} ${index}` })
    ids.push(await makeSubmission(db, author, challenge, { title: `Boat ${index}` }))
  }
  await openVoting(db, challenge)
  for (const [index, count] of votes.entries())
    for (const voter of await makeMembers(db, count))
      await castVote(db, as(voter), challenge, ids[index] ?? '')
  return { challenge, ids }
}

function open(id: string, path = '', viewer: Member | null = null) {
  return openPage(db, results, `/challenges/${id}/results${path}`, { params: { id }, viewer })
}

describe('the results of a challenge', () => {
  it('list all places with votes and views, the winner and the turnout', async () => {
    const { challenge, ids } = await contest([1, 3, 0])
    await recordImpressions(db, as(await makeMember(db)), challenge, ids)
    await completeChallenge(db, admin, challenge)
    const { text, html } = await open(challenge)
    expect(text).toMatch(/Author \w+ 1 won with 3 of 4 votes\./)
    expect(text).toMatch(/Members voted 4 Entries 3 Completed/)
    expect(text).toMatch(/Winner Boat 1 Author \w+ 1 · 3 of 4 votes 2nd Boat 0 Author \w+ 0 · 1 vote /)
    expect(text).toMatch(/Also entered Boat 2 , by Author \w+ 2 Counted twice, both agree\. Details/)
    expect(text).toMatch(
      /1 Boat 1 by Author \w+ 1 3 1 2 Boat 0 by Author \w+ 0 1 1 – Boat 2 by Author \w+ 2 0/,
    )
    expect(text).toContain('Everyone could see the counts while members voted.')
    expect(html).toMatch(/aria-label="4 votes in 1 bar of 1 hour each, at most 4 in one\."/)
    expect(text).toMatch(/Votes each hour 4 3 2 1 0 [A-Z][a-z]+ \d/)
    expect(text).toMatch(/Fingerprint of the 4 ballots \(SHA-256\): [0-9a-f]{64}/)
    expect(html).toMatch(/<details(?! open)[^>]*><summary[^>]*>(?:(?!<\/summary>).)*Counted twice/)
  })

  it('begin with what the viewer reached and earned, and offer the next challenge', async () => {
    const { challenge, ids } = await contest([1, 3, 0])
    await completeChallenge(db, admin, challenge)
    const next = await makeChallenge(db, { title: 'Paper kites', deadline: daysFromNow(1) })
    await makeChallenge(db, { title: 'Paper cranes', deadline: daysFromNow(2) })
    const authors = await db.rows<{ id: string }>(sql`
      select user_id as id from submissions where challenge_id = ${challenge} order by votes desc`)
    const viewers = await Promise.all(authors.map(async ({ id }) => ({ ...(await makeMember(db)), id })))
    const opened = await Promise.all(viewers.map((viewer) => open(challenge, '', viewer)))
    const [won, placed, entered] = opened.map(({ text }) => text)
    expect(won).toMatch(/You won Winner Boat 1 .* \+100 for winning \+15 for 3 votes \+50 for entering /)
    expect(won).toContain('Share picture Next challenge')
    expect(placed).toMatch(/You came 2nd Boat 0 · 1 vote \+55 Share picture Next: Paper kites/)
    expect(entered).toMatch(/You entered Boat 2 \+50 Share picture/)
    for (const text of [placed, entered]) expect(text).not.toContain('You won')
    expect(opened[0]?.html).toContain(`href="/challenges/${challenge}/submissions/${ids[1]}/share-story.png"`)
    expect(opened[1]?.html).toMatch(new RegExp(`href="/challenges/${next}"[^>]*>Enter the next one`))

    const entrant = viewers[0] ?? null
    if (entrant) await makeSubmission(db, entrant, next)
    expect((await open(challenge, '', entrant)).html).not.toContain(`href="/challenges/${next}"`)
    const visitor = await open(challenge)
    expect(visitor.text).not.toMatch(/You (won|came|entered)|Share picture/)
    expect(visitor.text).toContain('Enter the next one')
  })

  it('offer no share picture of a submission that visitors do not see', async () => {
    const { challenge, ids } = await contest([2, 1])
    await completeChallenge(db, admin, challenge)
    const author = await db.row<{ id: string }>(
      sql`select user_id as id from submissions where id = ${ids[1]}`,
    )
    const viewer = { ...(await makeMember(db)), id: author?.id ?? '' }
    expect((await open(challenge, '', viewer)).text).toContain('Share picture')
    const before = { params: { id: challenge }, viewer, env: { MODERATION: 'before' } }
    const page = await openPage(db, results, `/challenges/${challenge}/results`, before)
    expect(page.text).toContain('You came 2nd')
    expect(page.text).not.toContain('Share picture')
  })

  it('give equal votes one place, but have one winner', async () => {
    const { challenge, ids } = await contest([2, 2, 1, 2, 1, 0])
    await completeChallenge(db, admin, challenge)
    const scope = { viewer: null, moderation: 'after' as const }
    const found = await challengeResult(db, challenge)
    if (!found) throw new Error('no result')
    const rows = await resultRows(db, scope, challenge, found, { page: 1 })
    expect(rows.map(({ place }) => place)).toEqual([1, 2, 2, 4, 4, null])
    const ofPage = ids.map(
      async (id) => (await submissionDetail(db, as(null), challenge, id))?.placing?.place,
    )
    expect(await Promise.all(ofPage)).toEqual([1, 2, 4, 2, 4, undefined])
    const { text } = await open(challenge)
    expect(text).toMatch(/Winner Boat 0 .* 2nd Boat 1 .* 2nd Boat 3 /)
    expect(text).toContain('3 entries had as many votes. This one was final earlier.')
  })

  it('explain a tie', async () => {
    const { challenge } = await contest([2, 2, 1], { showVotes: false })
    await completeChallenge(db, admin, challenge)
    const { text } = await open(challenge)
    expect(text).toMatch(/Author \w+ 0 won with 2 of 5 votes\. Two entries had as many votes\./)
    expect(text).toContain('It was a secret ballot')
  })

  it('say why there is no winner', async () => {
    const [silent, off] = [await contest([0]), await contest([0], { allowVoting: false })]
    for (const { challenge } of [silent, off]) await completeChallenge(db, admin, challenge)
    expect((await open(silent.challenge)).text).toContain('No votes were cast, so there is no winner.')
    expect((await open(off.challenge)).text).toContain('Voting was off in this challenge')
  })

  it('do not say that no votes were cast when they were for entries without approval', () => {
    const contest = { winner: null }
    const conditions = { allowVoting: true, showVotes: true, voters: 'everyone' } as const
    expect(winnerText(contest, { votes: 4, counted: 0, tied: 0, conditions })).toBe(
      'All votes were for entries that had not been approved, so there is no winner.',
    )
  })

  it('exist for a challenge that was created as completed', async () => {
    const challenge = await makeChallenge(db, { status: 'completed', deadline: daysFromNow(-3) })
    const { status, text } = await open(challenge)
    expect(status).toBe(200)
    expect(text).toContain('No votes were cast, so there is no winner.')
    expect(text).toContain('No entry took part in this challenge.')
    expect(text).not.toContain('Fingerprint')
  })

  it('redirect to the challenge before the completion, and after an extension', async () => {
    const { challenge } = await contest([1])
    const instead = { status: 302, location: `/challenges/${challenge}` }
    expect(await open(challenge)).toMatchObject(instead)
    await completeChallenge(db, admin, challenge)
    expect((await open(challenge)).status).toBe(200)
    await extendChallenge(db, admin, challenge)
    expect(await open(challenge)).toMatchObject(instead)
  })

  it('say that the counts of a secret ballot were known before it was opened again', async () => {
    const { challenge } = await contest([2, 1], { showVotes: false })
    await completeChallenge(db, admin, challenge)
    expect((await open(challenge)).text).toContain('no one saw a count before the end')
    await extendChallenge(db, admin, challenge)
    await openVoting(db, challenge)
    await completeChallenge(db, admin, challenge)
    const { text } = await open(challenge)
    expect(text).toMatch(/had been completed before, .* and was opened again\. The counts of then were known/)
    expect(text).not.toContain('no one saw a count before the end')
  })

  it('say who saw the counts of a secret ballot before the end', async () => {
    const looked = await contest([2], { showVotes: false })
    await viewCounts(db, admin, looked.challenge)
    await completeChallenge(db, admin, looked.challenge)
    const { text } = await open(looked.challenge)
    expect(text).toMatch(
      /no member saw a count before the end, .* One organiser looked at the counts, which is on record\./,
    )

    const shown = await contest([1])
    await db.rows(sql`update challenges set show_votes = false where id = ${shown.challenge}`)
    await completeChallenge(db, admin, shown.challenge)
    const page = await open(shown.challenge)
    expect(page.text).toContain('everyone could see them for a time while members voted')
    expect(page.text).not.toContain('secret ballot')
  })

  it('show the rules that applied at the completion', async () => {
    const { challenge } = await contest([1], { showVotes: false })
    await db.rows(sql`update challenges set voters = 'verified' where id = ${challenge}`)
    await completeChallenge(db, admin, challenge)
    await db.rows(sql`
      update challenges set voters = 'everyone', show_votes = true, allow_voting = false where id = ${challenge}`)
    await db.transaction((tx) => certifyResult(tx, challenge))
    const { text } = await open(challenge)
    expect(text).toContain('Each member with a verified e-mail address had one vote')
    expect(text).toContain('It was a secret ballot')
    expect(text).toContain('won with 1 of 1 vote.')
  })

  it('count only votes for entries that could win where organisers approve them', async () => {
    const { challenge, ids } = await contest([1, 2, 2])
    const before = { ...admin, moderation: 'before' as const }
    await approveSubmission(db, before, ids[0] ?? '')
    await completeChallenge(db, before, challenge)
    const { text } = await open(challenge)
    expect(text).toMatch(/Author \w+ 0 won with 1 of 1 vote\./)
    expect(text).toMatch(/Members voted 5 Entries 1 Completed/)
    expect(text).toContain(
      'Entries that an organiser had approved could win. 4 votes for others did not count.',
    )
  })

  it('keep the places of entries that are not shown any more, without their title and author', async () => {
    const { challenge, ids } = await contest([1, 3])
    await approveSubmission(db, admin, ids[0] ?? '')
    await completeChallenge(db, admin, challenge)
    const winningEntry = `/challenges/${challenge}/submissions/${ids[1]}`
    const approvalFirst = { params: { id: challenge }, env: { MODERATION: 'before' } }
    const { text, html } = await openPage(db, results, `/challenges/${challenge}/results`, approvalFirst)
    expect(text).toMatch(/Winner An entry that waits for approval 3 of 4 votes 2nd Boat 0 /)
    expect(text).toMatch(/1 An entry that waits for approval 3 2 Boat 0 by Author \w+ 0 1/)
    expect(text).not.toContain('Boat 1')
    expect(html).not.toContain(winningEntry)
    const challengePage = await openPage(db, show, `/challenges/${challenge}`, approvalFirst)
    expect(challengePage.text).toContain('3 votes')
    expect(challengePage.html).not.toContain(winningEntry)
    expect(
      (await openPage(db, show, `/challenges/${challenge}`, { params: { id: challenge } })).html,
    ).toContain(winningEntry)
  })

  it('have pages that continue the places', async () => {
    const { challenge } = await contest(Array.from({ length: 26 }, () => 1))
    await completeChallenge(db, admin, challenge)
    const { text } = await open(challenge, '?page=2')
    expect(text).toMatch(/2 Boat 24 .* 2 Boat 25/)
    expect(text).not.toContain('Winner')
    expect((await open(challenge, '?page=9')).location).toBe(`/challenges/${challenge}/results?page=2`)
  })
})

it('a submission has its place and its points after completion only', async () => {
  const { challenge, ids } = await contest([1, 3, 0])
  const placing = async (index: number) =>
    (await submissionDetail(db, as(null), challenge, ids[index] ?? ''))?.placing
  expect(await placing(1)).toBeNull()
  await completeChallenge(db, admin, challenge)
  expect(await placing(1)).toEqual({ place: 1, entries: 3, points: 25 + 3 * 5 + 100 + 25 })
  expect(await placing(0)).toEqual({ place: 2, entries: 3, points: 25 + 5 + 25 })
  expect(await placing(2)).toBeNull()
  for (const [index, text] of [
    [0, /Result 2nd of 3 entries, 55 points All results Share image /],
    [2, /^((?!Share image).)*$/],
  ] as const) {
    const submissionId = ids[index] ?? ''
    const path = `/challenges/${challenge}/submissions/${submissionId}`
    const page = await openPage(db, submissionPage, path, { params: { id: challenge, submissionId } })
    expect(page.text).toMatch(text)
    expect(page.html.includes(`href="${path}/share.png"`)).toBe(index === 0)
  }
})

it('the votes over time are in at most 48 bars of whole hours', () => {
  const hour = (n: number, votes: number) => ({ hour: new Date(n * 3_600_000).toISOString(), votes })
  const hours = [hour(0, 2), hour(1, 1), hour(99, 4)]
  const { hoursEach, bars } = votesPlot(hours)
  expect([hoursEach, bars.length]).toEqual([3, 34])
  expect([bars[0]?.votes, bars[33]?.votes]).toEqual([3, 4])
  expect(bars.reduce((sum, { votes }) => sum + votes, 0)).toBe(7)
  const single = votesPlot([hour(5, 1)])
  expect(single.bars).toMatchObject([{ from: 5 * 3_600_000, votes: 1 }])
  expect(single.end).toBe(6 * 3_600_000)
})
