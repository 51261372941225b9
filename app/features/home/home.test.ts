import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import * as list from '#app/features/challenges/list.tsx'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as home from './home.tsx'

const { db } = await testDatabase()
const { db: inVoting } = await testDatabase()

function open(query = '', viewer: Viewer = null, on = db) {
  return openPage(on, home, `/${query}`, { viewer })
}

describe('home while challenges are in voting only', () => {
  it('links the entries, and marks one without an image', async () => {
    const challenge = await makeChallenge(inVoting)
    await makeSubmission(inVoting, await makeMember(inVoting), challenge, { title: 'Without a picture' })
    await openVoting(inVoting, challenge)
    const { text, html } = await open('', null, inVoting)
    expect(text).toContain('No challenge takes entries at the moment.')
    expect(text).not.toContain('The dojo is quiet')
    expect(html).toMatch(/href="\/challenges\/voting"[^>]*>Vote for Entries/)
    expect(text).toMatch(/Recent Submissions .*No image .*Without a picture/)
  })
})

describe('home of a member while nothing is open', () => {
  it('leads to voting, and then to the last result', async () => {
    const { db: quiet } = await testDatabase()
    const [author, viewer] = [await makeMember(quiet), await makeMember(quiet)]
    const { challenge, submission: entry } = await makeBallot(
      quiet,
      { author, title: 'Ends soon' },
      { title: 'The entry' },
    )
    const voting = await open('', viewer, quiet)
    expect(voting.html).toMatch(new RegExp(`href="/challenges/${challenge}/voting-room"[^>]*>Start voting<`))
    await castVote(quiet, as(viewer), challenge, entry)
    await completeChallenge(quiet, as(await makeMember(quiet, { isAdmin: true })), challenge)
    const result = await open('', viewer, quiet)
    expect(result.text).toContain('Latest result Ends soon Won by “The entry”')
    expect(result.html).toMatch(new RegExp(`href="/challenges/${challenge}/results"[^>]*>See the results<`))
  })
})

describe('home without data', () => {
  it('keeps its sections, each with its text', async () => {
    const { text, html } = await open()
    for (const id of ['active-challenges', 'top-ninjas', 'recent-submissions']) {
      expect(html).toContain(`<section id="${id}"`)
    }
    expect(text).toContain(
      'No active challenges at the moment. Check back soon for new creative opportunities!',
    )
    expect(text).toContain('No ninjas found yet. Be the first to participate!')
    expect(text).toContain('No submissions available yet. Be the first to submit to a challenge!')
  })

  it('does not link to winners and an archive that do not exist yet', async () => {
    const { text } = await open()
    expect(text).not.toMatch(/Browse the archive|See the winners/)
    const admin = {
      id: newId(),
      displayName: 'Admin',
      photoUrl: '',
      rank: 'Novice Ninja',
      points: 0,
      isAdmin: true,
      isModerator: false,
    }
    const { html } = await open('', admin)
    expect(html.match(/href="\/admin\/challenges\/new"/g)).toHaveLength(1)
  })
})

describe('home', () => {
  beforeAll(async () => {
    const members = await makeMembers(db, 5)
    for (let index = 1; index <= 4; index++) {
      const title = `Task ${index}`
      const id = await makeChallenge(db, { title, createdAt: new Date(Date.UTC(2026, 0, index)) })
      const description = 'Paint the sea. '.repeat(10)
      await db.rows(sql`update challenges set description = ${description.trim()} where id = ${id}`)
    }
    const challenge = await makeChallenge(db, { title: 'Before', createdAt: new Date(Date.UTC(2025, 0, 1)) })
    for (const [index, member] of members.entries()) {
      await makeSubmission(db, member, challenge, { title: `Work ${index + 1}.` })
      await db.rows(sql`update users set points = ${1_500 - index} where id = ${member.id}`)
    }
  })

  it('has a hero, four sections and links to the other pages', async () => {
    const { html } = await open()
    const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)
    for (const heading of ['Active Challenges', 'Top Ninjas', 'Recent Submissions', 'AI Creative Tools']) {
      expect(headings).toContain(heading)
    }
    for (const to of ['/showcase', '/tools', '/challenges', '/leaderboard', '/challenges/submissions']) {
      expect(html).toContain(`href="${to}"`)
    }
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>[\s\S]*<h2/)
  })

  it('shows the three newest challenges with descriptions of at most 100 characters', async () => {
    const { text } = await open()
    const cards = /Active Challenges(.*)Top Ninjas/.exec(text)?.[1] ?? ''
    expect(cards.match(/Task \d/g)).toEqual(['Task 4', 'Task 3', 'Task 2'])
    const excerpt = /(Paint the sea\.[^…]*…)/.exec(cards)?.[1] ?? ''
    expect(excerpt.length).toBeGreaterThan(80)
    expect(excerpt.length).toBeLessThanOrEqual(100)
  })

  it('shows the four newest submissions', async () => {
    const { text } = await open()
    expect(text.match(/Work \d\./g)).toEqual(['Work 5.', 'Work 4.', 'Work 3.', 'Work 2.'])
  })

  it('shows five ninjas, and offers twenty if there are more', async () => {
    expect(rows((await open()).html)).toHaveLength(5)
    expect((await open()).text).toContain('1,500')
    expect((await open()).text).not.toContain('Show top')
    await makeMembers(db, 20)
    const collapsed = await open()
    expect(rows(collapsed.html)).toHaveLength(5)
    expect(collapsed.html).toMatch(/href="\/\?ninjas=20#top-ninjas"[^>]*>Show top 20/)
    const expanded = await open('?ninjas=20')
    expect(rows(expanded.html)).toHaveLength(20)
    expect(expanded.html).toMatch(/href="\/#top-ninjas"[^>]*>Show top 5/)
  })

  it('shows the action that fits the viewer', async () => {
    expect((await open()).text).toContain('Login to Submit')
    const member = await makeMember(db)
    expect((await open('', member)).text).toContain('Submit Entry')
  })

  it('shows members their votes, last result and next rank, and visitors what is in voting', async () => {
    const [me, author] = [await makeMember(db), await makeMember(db)]
    const inVoting: string[] = []
    for (const title of ['Take my vote', 'Voted already', 'Only mine']) {
      const id = await makeChallenge(db, { title })
      await makeSubmission(db, title === 'Only mine' ? me : author, id)
      await openVoting(db, id)
      inVoting.push(id)
    }
    const [first = '', second = ''] = inVoting
    const voted = await db.row<{ id: string }>(sql`select id from submissions where challenge_id = ${second}`)
    await castVote(db, as(me), second, voted?.id ?? '')

    const viewer = { ...me, points: 100 }
    const { html, text } = await open('', viewer)
    const start = /^(.*?)Active Challenges/.exec(text)?.[1] ?? ''
    expect(start).toMatch(/1 vote left .*Take my vote 3 days left · 0 of 1 seen/)
    expect(start).not.toMatch(/Voted already|Only mine|Make something tonight/)
    expect(start).toMatch(/\d+(st|nd|rd|th) of \d+ 100 points 50 to Emerging Ninja/)
    expect(html).toContain(`href="/challenges/${first}/voting-room"`)

    const visitor = await open()
    expect(visitor.text).toMatch(/Open for Voting .*Take my vote 3 days left · 1 entry/)
    expect(visitor.text).toContain('All 3 in voting')
    expect(visitor.html).toMatch(/href="\/community"[^>]*>How it works/)
    expect(visitor.text).not.toMatch(/votes? left| seen|Your draft/)
  })

  it('leads a member to the challenge that closes first, their draft of it, or their submission', async () => {
    const member = await makeMember(db)
    const soon = await makeChallenge(db, { title: 'Due first', deadline: daysFromNow(0.5) })
    const texts = { title: 'Half done', description: '', creationProcess: '', prompt: '', aiTools: '' }
    const leadOf = async () => {
      const { html, text } = await open('', member)
      const start = html.slice(0, html.indexOf('id="active-challenges"'))
      return { start, text, buttons: start.match(/bg-go-fill/g)?.length ?? 0 }
    }
    const enter = await leadOf()
    expect(enter.start).toMatch(/<h1[^>]*><a[^>]*>Due first/)
    expect(enter.start).toMatch(new RegExp(`href="/challenges/${soon}/submit"[^>]*>Enter the challenge<`))
    expect(enter.buttons).toBe(1)

    await saveDraft(db, as(member), soon, { ...texts, contentUrl: '', imageAlt: '', imageId: null })
    const draft = await leadOf()
    expect(draft.start).toMatch(new RegExp(`href="/challenges/${soon}/submit"[^>]*>Finish your draft<`))
    expect(draft.text).toMatch(/Half done Your draft .*Drafts Half done/)

    await makeSubmission(db, member, soon)
    const entered = await leadOf()
    expect(entered.start).toContain('View My Submission')
    expect(entered.text).not.toContain('Half done')
    // Voting is what to do next.
    expect(entered.start).toMatch(/bg-go-fill[^>]*>Start voting</)
    expect(entered.buttons).toBe(1)
  })

  it('shows who won last, with links to the results', async () => {
    const author = await makeMember(db, { displayName: 'Iron Heron' })
    const { challenge: id, submission } = await makeBallot(db, { author, title: 'Decided' })
    expect((await open()).text).not.toContain('Latest Results')
    await castVote(db, as(await makeMember(db)), id, submission)
    expect((await completeChallenge(db, as(await makeMember(db, { isAdmin: true })), id)).ok).toBe(true)
    const { html, text } = await open()
    expect(text).toMatch(/Latest Results .*Decided won by Iron Heron/)
    expect(html).toContain(`href="/challenges/${id}/results"`)

    const mine = await open('', author)
    expect(mine.text).toMatch(/1st of 1 · \+\d+ .*Latest winners .*Iron Heron won Decided/)
    expect(mine.text).not.toContain('Latest Results')
  })

  it.each([
    ['/', home],
    ['/challenges', list],
  ] as const)('applies due status transitions on load: %s', async (path, module) => {
    const late = await makeChallenge(db, { title: 'Late', status: 'active', deadline: daysFromNow(-1) })
    await openPage(db, module, path)
    expect(await db.row(sql`select status from challenges where id = ${late}`)).toEqual({
      status: 'canceled',
    })
  })

  it('shows the other sections and a retry link when one fails', async () => {
    const noChallenges = await open('', null, watched(db, /from challenges c/).db)
    expect(noChallenges.text).toMatch(/Failed to load challenges\. Please try again later\. Retry/)
    expect(noChallenges.text).toContain('1,500')
    expect(noChallenges.text).not.toContain('The dojo is quiet')
    const noSubmissions = await open('', null, watched(db, /"challengeTitle"/).db)
    expect(noSubmissions.text).toMatch(/Failed to load submissions\. Please try again later\. Retry/)
    expect(noSubmissions.html).toMatch(/<a [^>]*href="\/"[^>]*>Retry/)
    const noNinjas = await open(
      '',
      null,
      watched(db, /from users where deleted_at is null order by points/).db,
    )
    expect(noNinjas.text).toContain('Error loading leaderboard data')
  })
})

function rows(html: string): string[] {
  const list = /id="top-ninjas"[\s\S]*?<\/ol>/.exec(html)?.[0] ?? ''
  return list.match(/<li/g) ?? []
}
