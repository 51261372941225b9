import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import * as list from '#app/features/challenges/list.tsx'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
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

describe('home without data', () => {
  it('has one empty state', async () => {
    const { text, html } = await open()
    expect(html.match(/The dojo is quiet/g)).toHaveLength(1)
    expect(html).not.toMatch(/id="(active-challenges|top-ninjas|recent-submissions)"/)
    expect(text).toContain(
      'No active challenges at the moment. Check back soon for new creative opportunities!',
    )
    expect(text).toContain('No ninjas found yet. Be the first to participate!')
    expect(text).toContain('No submissions available yet. Be the first to submit to a challenge!')
  })

  it('does not link to winners and an archive that do not exist yet', async () => {
    const { text } = await open()
    expect(text).toContain('How the dojo works')
    expect(text).not.toMatch(/Browse the archive|See the winners/)
    const admin = {
      id: newId(),
      displayName: 'Admin',
      photoUrl: '',
      rank: 'Novice Ninja',
      points: 0,
      isAdmin: true,
    }
    const { html } = await open('', admin)
    expect(html.match(/href="\/admin\/challenges\/new"/g)).toHaveLength(2)
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

  it('shows members their votes, deadlines and next rank, and visitors what is in voting', async () => {
    const [me, author] = [await makeMember(db), await makeMember(db)]
    const soon = await makeChallenge(db, { title: 'Due first', deadline: daysFromNow(0.5) })
    await makeSubmission(db, me, soon, { title: 'My entry' })
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
    const strip = /Votes to give(.*?)Active Challenges/.exec(text)?.[1] ?? ''
    expect(strip).toMatch(/1 vote Take my vote 3 days left .*Next deadlines Coming up Due first Entered/)
    expect(strip).not.toMatch(/Voted already|Only mine/)
    expect(strip).toContain('50 points to Emerging Ninja')
    expect(html).toContain(`href="/challenges/${first}/submissions?mode=voting"`)

    const visitor = await open()
    expect(visitor.text).toMatch(/Open for Voting .*Take my vote 1 entry 3 days left/)
    expect(visitor.text).toContain('All 3 in voting')
    expect(visitor.html).toMatch(/href="\/community"[^>]*>How it works/)
    expect(visitor.text).not.toMatch(/Votes to give|Next deadlines|Entered/)
  })

  it('shows who won last, with links to the results', async () => {
    const author = await makeMember(db, { displayName: 'Iron Heron' })
    const id = await makeChallenge(db, { title: 'Decided' })
    const submission = await makeSubmission(db, author, id)
    await openVoting(db, id)
    expect((await open()).text).not.toContain('Latest Results')
    await castVote(db, as(await makeMember(db)), id, submission)
    expect((await completeChallenge(db, as(await makeMember(db, { isAdmin: true })), id)).ok).toBe(true)
    const { html, text } = await open()
    expect(text).toMatch(/Latest Results .*Decided won by Iron Heron/)
    expect(html).toContain(`href="/challenges/${id}/results"`)
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
