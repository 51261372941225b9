import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import { as, makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as submissions from './member-gallery.tsx'

const { db } = await testDatabase()
const [author, other] = [await makeMember(db), await makeMember(db)]
const path = `/profile/${author.id}/submissions`

function open(query = '', viewer: Viewer = null, on = db) {
  return openPage(on, submissions, path + query, { params: { userId: author.id }, viewer })
}

function openOwn(query = '', viewer: Viewer = author) {
  return openPage(db, submissions, `/profile/submissions${query}`, { viewer })
}

describe('a gallery without submissions', () => {
  it('links its owner to the challenges', async () => {
    const mine = await openOwn()
    expect(mine.text).toContain('No Submissions Yet')
    expect(mine.html).toMatch(/href="\/challenges"[^>]*>Browse Challenges/)
    const theirs = await open('', other)
    expect(theirs.text).toContain('No Submissions Yet')
    expect(theirs.text).not.toContain('Browse Challenges')
    expect(theirs.text).not.toContain('Newest')
  })
})

describe('a gallery', () => {
  beforeAll(async () => {
    await db.rows(sql`update users set joined_date = '2026-03-05' where id = ${author.id}`)
    const song = await makeChallenge(db, { title: 'Robots sing', kind: 'audio' })
    await makeSubmission(db, author, song, {
      title: 'A song.',
      tools: ['Suno', 'Stable Audio'],
      contentUrl: 'https://suno.com/song/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
    })
    const film = await makeChallenge(db, { kind: 'video' })
    await makeSubmission(db, author, film, {
      title: 'A film.',
      tools: ['SUNO'],
      contentUrl: 'https://youtu.be/dQw4w9WgXcQ',
    })
    const image = await makeChallenge(db)
    await makeSubmission(db, author, image, {
      title: 'An image.',
      tools: ['FLUX.1'],
      contentUrl: 'https://example.org/p',
    })
  })

  it('shows the member’s totals, without wins if there are none', async () => {
    const { text, html } = await open()
    expect(text).toContain(author.displayName)
    expect(text).toContain('Novice Ninja Joined March 2026')
    expect(text).toContain('Points 75 Submissions 3 Total Votes 0')
    expect(text).not.toContain('Wins')
    expect(html).toContain(`href="/profile/${author.id}"`)
    expect(text).toContain('Back to Profile')
    expect(text).not.toContain('Edit Profile')
  })

  it('shows the wins of a member who has some', async () => {
    const { challenge, submission } = await makeBallot(db, { author: other })
    await castVote(db, as(author), challenge, submission)
    await completeChallenge(db, as(await makeMember(db, { isAdmin: true })), challenge)
    const { text } = await openPage(db, submissions, `/profile/${other.id}/submissions`, {
      params: { userId: other.id },
    })
    expect(text).toContain('Total Votes 1 Wins 1')
  })

  it('links the profile form for its owner only, at both addresses', async () => {
    for (const mine of [await openOwn(), await open('', author)]) {
      expect(mine.html).toMatch(/href="\/profile\/edit"[^>]*>Edit Profile/)
      expect(mine.html).toMatch(/href="\/profile"[^>]*>.*?Back to Profile/)
    }
    expect((await open('', other)).text).not.toContain('Edit Profile')
    const visitor = await openPage(db, submissions, '/profile/submissions?view=list')
    expect(visitor.location).toBe('/login?redirect=%2Fprofile%2Fsubmissions%3Fview%3Dlist')
  })

  it('sorts, and uses newest for an unknown order', async () => {
    expect(titles(await open())).toEqual(['An image.', 'A film.', 'A song.'])
    expect(titles(await open('?sort=oldest'))).toEqual(['A song.', 'A film.', 'An image.'])
    expect(titles(await open('?sort=random&view=table'))).toEqual(['An image.', 'A film.', 'A song.'])
  })

  it('filters by tool, ignoring case', async () => {
    const { html } = await open()
    const options = [...html.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, ...option]) => option)
    expect(options).toEqual([
      ['', 'All Tools'],
      ['flux.1', 'Flux.1'],
      ['stable audio', 'Stable Audio'],
      ['suno', 'Suno'],
    ])
    expect(titles(await open('?tool=suno&sort=oldest'))).toEqual(['A song.', 'A film.'])
    expect(titles(await open('?tool=SUNO'))).toHaveLength(2)
    expect(titles(await open('?tool=%00'))).toHaveLength(3)
    const none = await open('?tool=nothing&view=list')
    expect(none.text).toContain('No Matching Submissions')
    expect(none.html).toMatch(/view=list"[^>]*>Reset Filters/)
  })

  it('has play links for audio and video', async () => {
    for (const view of ['grid', 'list']) {
      const { text, html } = await open(`?view=${view}`)
      expect(text).toMatch(/Play Audio : A song\./)
      expect(text).toMatch(/Play Video : A film\./)
      const links = html.match(
        /<a href="\/challenges\/[^"]+\/submissions\/[^"]+"[^>]* aria-haspopup="dialog"/g,
      )
      expect(links).toHaveLength(2)
    }
  })

  it('has a play link also for a link without a player', async () => {
    const link = 'https://example.org/a-film'
    await db.rows(sql`update submissions set content_url = ${link} where title = 'A film.'`)
    for (const view of ['grid', 'list'])
      expect((await open(`?view=${view}`)).text).toMatch(/Play Video : A film\./)
  })

  it('shows tools and challenge in the list view', async () => {
    await db.rows(sql`alter table submissions drop constraint submissions_ai_tools_used_check`)
    await db.rows(sql`update submissions set ai_tools_used = '{}' where title = 'An image.'`)
    const { text, html } = await open('?view=list')
    expect(text).toContain('Tools: Not specified')
    expect(text).toMatch(/A song\. .*What the radio grows.* Tools: Suno Stable Audio Robots sing/)
    expect(html).toMatch(/href="\/challenges\/[^"/]+"[^>]*><span[^>]*>Robots sing/)
  })

  it('redirects pages past the end to the last', async () => {
    expect((await open('?view=list&page=7')).location).toBe(`${path}?view=list`)
    expect((await openOwn('?page=100000')).location).toBe('/profile/submissions')
  })

  it('runs at most five statements and shows the other parts when one fails', async () => {
    const watching = watched(db)
    await open('', null, watching.db)
    expect(watching.statements.length).toBeLessThanOrEqual(5)
    const { text } = await open('', null, watched(db, /"challengeTitle"/).db)
    expect(text).toContain('Failed to load submissions. Please try again later.')
    expect(text).toContain(author.displayName)
  })
})

describe('a missing gallery', () => {
  it.each(['unknown', newId(), '%00'])('of %s is not found', async (userId) => {
    const page = await openPage(db, submissions, `/profile/${userId}/submissions`, { params: { userId } })
    expect(page.status).toBe(404)
    expect(page.text).toContain('User Not Found')
    expect(page.html).toContain('href="/leaderboard"')
  })

  it('of a visitor asks for a user id', async () => {
    const page = await openPage(db, submissions, '/profile/self/submissions', { params: { userId: 'self' } })
    expect(page.text).toContain('No user ID specified')
  })
})

function titles({ html }: { html: string }): string[] {
  return [...html.matchAll(/data-cover=""[^>]*>([^<]*)/g)].map(([, title]) => title ?? '')
}
