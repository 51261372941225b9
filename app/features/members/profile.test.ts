import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as profile from './profile.tsx'

const { db } = await testDatabase()
const [ninja, other] = [await makeMember(db), await makeMember(db)]

function open(userId: string, viewer: Viewer = null, on = db) {
  return openPage(on, profile, `/profile/${userId}`, { params: { userId }, viewer })
}

describe('a profile', () => {
  it('shows a new member', async () => {
    await db.rows(sql`update users set joined_date = '2026-03-05' where id = ${ninja.id}`)
    const { text, html } = await open(ninja.id, other)
    expect(text).toContain(ninja.displayName)
    expect(text).toContain('Joined March 2026')
    expect(text).toContain('Total Points 0 Total Submissions 0 Total Votes Received 0')
    expect(text).toContain('Next: Emerging Ninja')
    expect(text).not.toContain('About Me')
    expect(text).toContain('coming soon')
    expect(text).not.toContain('Edit Profile')
    expect(html).toContain('href="/challenges"')
  })

  it("shows four submissions and a link to all, on the viewer's own path if it is theirs", async () => {
    for (let made = 1; made <= 5; made++) {
      await makeSubmission(db, ninja, await makeChallenge(db), { title: `Work ${made}` })
    }
    const seen = await open(ninja.id)
    expect(seen.text.match(/Work \d/g)).toEqual(['Work 5', 'Work 4', 'Work 3', 'Work 2'])
    expect(seen.text).toContain('View All 5 Submissions')
    expect(seen.html).toContain(`href="/profile/${ninja.id}/submissions"`)

    const mine = await open('self', ninja)
    expect(mine.text).toContain('Edit Profile')
    expect(mine.html).toContain('>You<')
    expect(mine.html).toContain('href="/profile/submissions"')
  })

  it('shows when the highest rank is reached', async () => {
    await db.rows(
      sql`update users set rank = 'Legendary Ninja', bio = 'Ink and rain.' where id = ${other.id}`,
    )
    const { text } = await open(other.id)
    expect(text).toContain('Max Rank')
    expect(text).toContain('About Me Ink and rain.')
  })
})

describe('a missing profile', () => {
  it.each(['unknown', newId(), '%00'])('%s is not found', async (userId) => {
    const page = await open(userId)
    expect(page.status).toBe(404)
    expect(page.text).toContain('User Not Found')
    expect(page.text).toContain("The user you're looking for doesn't exist or has been removed.")
    expect(page.html).toContain('href="/leaderboard"')
  })

  it('redirects visitors from /profile to /login', async () => {
    expect((await open('self')).text).toContain('No user ID specified')
    const page = await openPage(db, profile, '/profile')
    expect(page.location).toBe('/login?redirect=%2Fprofile')
  })

  it('shows an error if it cannot be loaded', async () => {
    const page = await open(ninja.id, null, watched(db, /"joinedAt"/).db)
    expect(page.status).toBe(500)
    expect(page.text).toContain('Failed to load user profile. The user may not exist or has been removed.')
    const noSubmissions = await open(ninja.id, null, watched(db, /"challengeTitle"/).db)
    expect(noSubmissions.text).toContain('Failed to load submissions. Please try again later.')
    expect(noSubmissions.text).toContain('Ninja Stats')
  })
})
