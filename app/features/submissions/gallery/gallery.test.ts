import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as show from '../show/show.tsx'
import * as room from '../voting-room/voting-room.tsx'
import * as gallery from './gallery.tsx'

const { db } = await testDatabase()
const members = await makeMembers(db, 14)
const id = await makeChallenge(db)
const visitor = null

function open(query = '', viewer: Viewer = visitor, on = db) {
  return openPage(on, gallery, `/challenges/${id}/submissions${query}`, { params: { id }, viewer })
}

function cards(html: string): number {
  return html.match(/<article/g)?.length ?? 0
}

describe('while the challenge is active', () => {
  it('is empty at first', async () => {
    expect((await open()).text).toContain('No submissions yet. Be the first to showcase your creativity!')
  })

  it('offers to submit to members who have not', async () => {
    const [first] = members
    expect((await open()).text).not.toContain('Submit Entry')
    expect((await open('', first)).text).toContain('Submit Entry')
    for (const [position, member] of members.entries()) {
      await makeSubmission(db, member, id, { title: `Work ${position + 1}` })
    }
    const { text } = await open('?shown=18', first)
    expect(text.match(/Your entry/g)).toHaveLength(1)
    expect(text).toContain('Your entry No image Work 1')
    expect((await open('?shown=18')).text).not.toContain('Your entry')
    expect(text).not.toContain('Submit Entry')
    expect(text).toContain('Active Challenge')
    expect(text).toContain('Time Left 7 days')
    expect(text).not.toContain('Vote for')
  })

  it('shows six, six more at each step, and offers fewer at the end', async () => {
    const first = await open()
    expect(cards(first.html)).toBe(6)
    expect(first.text).toContain('Show More Submissions')
    expect(first.html).toContain(`href="/challenges/${id}/submissions?shown=12#entry-7"`)
    expect(cards((await open('?shown=12')).html)).toBe(12)
    const all = await open('?shown=18')
    expect(cards(all.html)).toBe(14)
    expect(all.text).toContain('Show Less')
    expect(all.html).toContain(`href="/challenges/${id}/submissions#submissions"`)
  })
})

describe('while voting is open', () => {
  beforeAll(() => openVoting(db, id))

  it('shows the voting panel', async () => {
    const { text } = await open('?mode=voting')
    expect(text).toContain('Voting in Progress')
    expect(text).toContain('Each user gets one vote per challenge.')
    expect(text).toContain('The submission deadline has passed. Voting is now open for this challenge!')
    expect(text).toContain('Voting Phase In Progress Participants 14 Total Votes 0 Points +25')
    expect(text).toContain('Description Make one thing. Requirements One entry')
  })

  it('links visitors to sign-in and back to the submission', async () => {
    const { html, text } = await open()
    expect(text).toContain('Sign in to Vote')
    expect(html).toMatch(
      new RegExp(`href="/login\\?redirect=%2Fchallenges%2F${id}%2Fsubmissions%2F[0-9a-f-]{36}"`),
    )
    expect(html).not.toContain('<form')
  })

  it('gives members a vote form for every submission but their own', async () => {
    const [first] = members
    const { html, text } = await open('?shown=18&mode=voting', first)
    expect(html.match(/<form[^>]*\/vote"/g)).toHaveLength(13)
    expect(text).toContain('This is your submission')
    expect(html).toContain(`value="/challenges/${id}/submissions?mode=voting&amp;shown=18#entry-2"`)
  })

  it('offers to withdraw the vote, or to move it to another', async () => {
    const voter = await makeMember(db)
    const submission = (await open()).html.match(/submissions\/([0-9a-f-]{36})/)?.[1] ?? ''
    await castVote(db, as(voter), id, submission)
    const { html, text } = await open('?shown=18', voter)
    expect(html.match(/<form[^>]*\/unvote"/g)).toHaveLength(1)
    expect(html.match(/<form[^>]*\/move-vote"/g)).toHaveLength(13)
    expect(html).not.toMatch(/<form[^>]*\/vote"/)
    expect(html).toContain(`action="/challenges/${id}/submissions/${submission}/unvote"`)
    expect(text).toContain("You've voted for this submission")
    expect(text).toContain('View Your Vote')
    expect(text.match(/Your vote/g)).toHaveLength(1)
    expect(text).toContain('Move my vote here')
    expect((await open()).text).not.toContain('Move my vote here')
  })
})

it('carries the order of a secret ballot to further entries and into the voting room', async () => {
  const secret = await makeChallenge(db, { showVotes: false })
  for (const member of members.slice(0, 7)) await makeSubmission(db, member, secret)
  await openVoting(db, secret)
  const path = `/challenges/${secret}/submissions`
  for (const viewer of [visitor, await makeMember(db)]) {
    const { html } = await openPage(db, gallery, path, { params: { id: secret }, viewer })
    const order = html.match(/order=(\d+)/)?.[1] ?? ''
    expect(html).toContain(`href="${path}?shown=12&amp;order=${order}#entry-7"`)
    expect(html.match(new RegExp(`/voting-room/[0-9a-f-]+\\?order=${order}"`, 'g'))).toHaveLength(6)
    const again = await openPage(db, gallery, `${path}?order=${order}`, { params: { id: secret }, viewer })
    expect(linked(again.html)).toEqual(linked(html))
  }
})

/** The submissions of the cards, in order. */
function linked(html: string): string[] {
  return [...html.matchAll(/\/voting-room\/([0-9a-f-]{36})/g)].map(([, submission = '']) => submission)
}

it('offers barred members the entries instead of a vote', async () => {
  const barring = await makeChallenge(db)
  await makeSubmission(db, await makeMember(db), barring)
  await openVoting(db, barring)
  await db.rows(sql`update challenges set voters = 'verified' where id = ${barring}`)
  const [verified, barred] = [await makeMember(db), await makeMember(db)]
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('gallery', 'verified', ${verified.id}, 'v@example.org', true)`)
  const at = (viewer: Viewer) =>
    openPage(db, gallery, `/challenges/${barring}/submissions`, { params: { id: barring }, viewer })
  expect((await at(verified)).text).toContain('Start voting')
  const { text, html } = await at(barred)
  expect(text).toContain('View entries')
  expect(text).not.toContain('Start voting')
  expect(html).toContain(`href="/challenges/${barring}/voting-room"`)
})

it('words when voting opened, for a member who joined later, as a time of the page', async () => {
  const { challenge: barring, submission } = await makeBallot(db)
  const opened = new Date('2026-05-04T10:20:00Z')
  await db.rows(
    sql`update challenges set voters = 'members_before', first_ballot_at = ${opened} where id = ${barring}`,
  )
  const viewer = await makeMember(db)
  const params = { id: barring, submissionId: submission }
  for (const [page, path] of [
    [gallery, 'submissions'],
    [show, `submissions/${submission}`],
    [room, `voting-room/${submission}`],
  ] as const) {
    const { html, text } = await openPage(db, page, `/challenges/${barring}/${path}`, {
      params,
      viewer,
    })
    expect(text).toMatch(
      /joined before voting opened on May 4, 2026 at 10:20\sAM UTC may vote in this challenge\./,
    )
    expect(html).toMatch(/<time dateTime="2026-05-04T10:20:00.000Z"[^>]*data-words="datetime"/)
  }
})

describe('with more than one page', async () => {
  const large = await makeChallenge(db)
  const authors = await makeMembers(db, 310)
  for (const [index, member] of authors.entries()) {
    await makeSubmission(db, member, large, { title: `Sheet ${index + 1}.` })
  }
  const path = `/challenges/${large}/submissions`
  const at = (query: string, viewer: Viewer = null) =>
    openPage(db, gallery, path + query, { params: { id: large }, viewer })
  const titles = (html: string) => [...new Set(html.match(/Sheet \d+\./g))]

  it('shows six more beyond a page, and keeps what it shows', async () => {
    let next = '?shown=300'
    const counts: number[] = []
    const buttons: string[] = []
    for (let step = 0; step < 3; step++) {
      const { html } = await at(next)
      counts.push(new Set(titles(html)).size)
      const [, href = '', label = ''] =
        html.match(/href="([^"]*)"[^>]*>(Show (?:More Submissions|Less))/) ?? []
      buttons.push(label)
      next = href.replace(path, '').replace(/#.*/, '')
    }
    expect(counts).toEqual([300, 306, 310])
    expect(buttons).toEqual(['Show More Submissions', 'Show More Submissions', 'Show Less'])
    expect(next).toBe('')
  })

  it('reaches every submission once by the pages', async () => {
    const found = [...titles((await at('?shown=300')).html), ...titles((await at('?page=2&shown=600')).html)]
    expect(found).toHaveLength(310)
    expect(new Set(found).size).toBe(310)
    const second = await at('?page=2')
    expect(second.text).toContain('301 to 310 of 310 shown')
    expect(second.html).toContain('id="entry-301"')
    expect(second.text).not.toMatch(/Show (More|Less)/)
    expect(second.html).toContain(`href="${path}?shown=300#submissions"`)
  })

  it('shows counts with thousands separators', async () => {
    await db.rows(sql`update challenges set participant_count = 41234 where id = ${large}`)
    const { text, html } = await at('?shown=300')
    expect(text).toContain('300 of 41,234 shown')
    expect(text).toContain('41,234 submissions')
    expect(html).toContain('aria-label="Page 138"')
    await db.rows(sql`update challenges set participant_count = 310 where id = ${large}`)
  })

  it('redirects a page past the end to the last', async () => {
    expect(await at('?page=9')).toMatchObject({ status: 302, location: `${path}?page=2` })
  })

  it('takes votes on every page and returns there', async () => {
    await openVoting(db, large)
    const { html } = await at('?page=2&mode=voting', members[0])
    expect(html.match(/<form[^>]*\/vote"/g)).toHaveLength(10)
    expect(html).toContain(`value="${path}?mode=voting&amp;page=2#entry-302"`)
  })
})

describe('errors', () => {
  it('in loading submissions still show the challenge', async () => {
    const { text } = await open('', visitor, watched(db, /"challengeTitle"/).db)
    expect(text).toContain('Failed to load challenge submissions')
    expect(text).toContain('Challenge Details')
  })

  it('in the URL are not found or ignored', async () => {
    const missing = await openPage(db, gallery, '/challenges/x/submissions', { params: { id: 'x' } })
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('Challenge not found')
    expect((await open('?shown=999999999&mode=%00')).status).toBe(200)
  })

  it('runs at most five statements', async () => {
    const watching = watched(db)
    await open('', members[0], watching.db)
    expect(watching.statements.length).toBeLessThanOrEqual(5)
  })
})

it('says that submissions wait for approval where there are some', async () => {
  const pending = await makeChallenge(db)
  await makeSubmission(db, await makeMember(db), pending)
  const path = `/challenges/${pending}/submissions`
  const { text } = await openPage(db, gallery, path, {
    params: { id: pending },
    env: { MODERATION: 'before' },
  })
  expect(text).toContain('The submissions to this challenge wait for approval.')
  expect(text).toContain('Participants 1')
  expect(text).not.toContain('No submissions yet')
})

it('does not invite to a challenge that ended without submissions', async () => {
  for (const status of ['completed', 'canceled'] as const) {
    const ended = await makeChallenge(db, { status })
    const { text } = await openPage(db, gallery, `/challenges/${ended}/submissions`, {
      params: { id: ended },
    })
    expect(text).toContain('There are no submissions to this challenge.')
    expect(text).not.toContain('Be the first')
  }
})
