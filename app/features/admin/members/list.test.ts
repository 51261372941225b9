import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { suspendMember } from '#domain/accounts/suspension.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { adjustPoints, changeRank } from '#domain/points/commands.server.ts'
import { RANKS } from '#domain/points/ranks.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as account from './account.tsx'
import * as editPoints from './adjustments/edit-points.tsx'
import * as editRank from './adjustments/edit-rank.tsx'
import * as leaderboard from './list.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true, displayName: 'Keeper' })
const [first] = await makeMembers(db, 21)
await db.rows(sql`
  update users set joined_date = '2026-03-05T12:00:00Z', email = 'first@example.org' where id = ${first.id}`)
await adjustPoints(db, admin, { userId: first.id, change: 1_300, description: 'Carried the gate' })

function open(path: string, viewer = admin) {
  return openPage(db, leaderboard, path, { viewer })
}

describe('the member list', () => {
  it('shows all parts of the page', async () => {
    const { text, html } = await open('/admin/leaderboard')
    for (const words of [
      'Leaderboard Management',
      'Manage user ranks and points',
      'Filter Users',
      'All Ranks',
      'Apply Filters',
      'Reset Filters',
      'Ninja Ranks Reference',
      'Showing 20 of 22 users',
    ])
      expect(text).toContain(words)
    expect(html).toContain('placeholder="Search users..."')
    expect(html).toContain('href="/admin/exports/members.csv"')
    const heads = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, head]) => head)
    expect(heads).toEqual(['User', 'Rank', 'Points', 'Joined', 'Submissions', 'Actions'])
    for (const { name, minimum } of RANKS)
      expect(text).toContain(`${name} ${minimum.toLocaleString('en-US')} +`)
  })

  it('shows a member with place, e-mail, rank, points, date, submissions and actions', async () => {
    const { html } = await open('/admin/leaderboard')
    const [, row = ''] = /<tbody[^>]*><tr[^>]*>(.*?)<\/tr>/.exec(html) ?? []
    const cells = row.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')
    expect(cells).toBe(
      `|1|${first.displayName}|first@example.org|Skilled Ninja|1,300|Mar 5, 2026|0|Edit Points|Edit Rank|View Profile|Suspend|`,
    )
    expect(row).toContain('src="/avatars/ninja-1.svg')
    expect(row).toContain(`href="/admin/leaderboard/${first.id}/points?returnTo=%2Fadmin%2Fleaderboard"`)
    expect(row).toMatch(
      new RegExp(
        `href="/profile/${first.id}"[^>]*target="_blank"|target="_blank"[^>]*href="/profile/${first.id}"`,
      ),
    )
  })

  it('marks administrators and does not offer to suspend them', async () => {
    const { html } = await open('/admin/leaderboard?search=Keeper')
    const [, row = ''] = /<tbody[^>]*><tr[^>]*>(.*?)<\/tr>/.exec(html) ?? []
    expect(row).toContain('>Administrator<')
    expect(row).toContain('View Profile')
    expect(row).not.toContain('Suspend')
    expect((await open('/admin/leaderboard?search=FIRST%40')).html).toContain('Suspend')
  })

  it('shows no consequences if the suspension is refused', async () => {
    const pageOf = (userId: string) =>
      openPage(db, account, `/admin/leaderboard/${userId}/suspend`, {
        viewer: admin,
        params: { userId, verb: 'suspend' },
      })
    const own = await pageOf(admin.id)
    expect(own.text).toContain('You cannot suspend your own account.')
    expect(own.text).not.toContain('All sessions end at once')
    expect((await pageOf(first.id)).text).toContain('All sessions end at once')
  })

  it('leaves out a missing e-mail address', async () => {
    await db.rows(sql`update users set email = null where id = ${first.id}`)
    const { html } = await open('/admin/leaderboard')
    expect(html).not.toContain('first@example.org')
    await db.rows(sql`update users set email = 'first@example.org' where id = ${first.id}`)
  })

  it('continues the places on later pages, and has no pager for one page', async () => {
    const second = await open('/admin/leaderboard?page=2')
    expect(second.html).toMatch(/>21<\/span>/)
    expect(second.text).toContain('Showing 2 of 22 users')
    expect(second.html).toContain('aria-label="Page 1"')
    expect(await open('/admin/leaderboard?page=9')).toMatchObject({
      status: 302,
      location: '/admin/leaderboard?page=2',
    })
    const one = await open('/admin/leaderboard?rank=Skilled+Ninja')
    expect(one.text).toContain('Showing 1 of 1 users')
    expect(one.html).not.toContain('aria-label="Page 1"')
  })

  it('searches by name and e-mail, and ignores an invalid rank', async () => {
    expect((await open('/admin/leaderboard?search=FIRST%40')).text).toContain('Showing 1 of 1 users')
    expect((await open(`/admin/leaderboard?search=keep`)).text).toContain('Showing 1 of 1 users')
    expect((await open('/admin/leaderboard?rank=Apprentice')).text).toContain('Showing 20 of 22 users')
  })

  it('shows an empty state with a link to all members', async () => {
    const { text, html } = await open('/admin/leaderboard?search=no+such+member')
    expect(text).toContain('No users found matching your filters Reset Filters')
    expect(html).toMatch(/<p[^>]*>No users found.*href="\/admin\/leaderboard"/)
    expect(html).toContain('value="no such member"')
  })

  it('shows an error with a retry link if it cannot be loaded', async () => {
    const broken = watched(db, /as "lastChange"/).db
    const page = await openPage(broken, leaderboard, '/admin/leaderboard?page=2', { viewer: admin })
    expect(page.text).toContain('Failed to load users Retry')
    expect(page.html).toContain('href="/admin/leaderboard?page=2"')
    expect(page.text).toContain('Filter Users')
  })
})

describe('the adjustment pages', () => {
  const visit = (id: string) => ({ viewer: admin, params: { userId: id } })

  it('work without scripts', async () => {
    const path = `/admin/leaderboard/${first.id}/points?returnTo=/admin/leaderboard%3Fpage%3D2`
    const { html, text } = await openPage(db, editPoints, path, visit(first.id))
    for (const words of ['Edit Points', first.displayName, 'Current points: 1,300', 'Reason for Change'])
      expect(text).toContain(words)
    expect(html).toMatch(/<input[^>]*name="change"[^>]*type="number"|type="number"[^>]*name="change"/)
    expect(html).toContain('placeholder="e.g. 100 or -50"')
    expect(html).toContain('name="returnTo" value="/admin/leaderboard?page=2"')
    expect(html).toMatch(/<a [^>]*href="\/admin\/leaderboard\?page=2"[^>]*>Cancel/)
    expect(html).toMatch(/<button type="submit"[^>]*>Update Points/)
  })

  it('set a rank, with the note that it bypasses the points', async () => {
    await changeRank(db, admin, { userId: first.id, rank: 'Elite Ninja' })
    const { html, text } = await openPage(
      db,
      editRank,
      `/admin/leaderboard/${first.id}/rank`,
      visit(first.id),
    )
    expect(text).toMatch(/Current rank: Elite Ninja/)
    expect(text).toContain(
      'Manually changing a rank bypasses the points requirement and should only be done in special cases.',
    )
    expect(html.match(/<option/g)).toHaveLength(RANKS.length)
    expect(html).toContain('<option value="Elite Ninja" selected="">Elite Ninja (15,000+ points)</option>')
    expect(html).toMatch(/<button type="submit"[^>]*>Update Rank/)
  })

  it.each([editPoints, editRank])('return 404 for missing members', async (page) => {
    for (const id of [newId(), 'unknown']) {
      const { status, text } = await openPage(db, page, `/admin/leaderboard/${id}/points`, visit(id))
      expect(status).toBe(404)
      expect(text).toContain('User Not Found')
      expect(text).toContain('Back to Leaderboard')
    }
  })
})

describe('the confirmations of a suspension and its end', () => {
  it('say that the administrator has an entry, for voters of secret ballots and others', async () => {
    const own = 'You have an entry in a challenge whose votes this may affect. The audit log says so;'
    const rival = await makeAdmin(db)
    const [voter, other, author] = await makeMembers(db, 3)
    const secret = await makeChallenge(db, { showVotes: false })
    const theirs = await makeSubmission(db, author, secret)
    await makeSubmission(db, rival, secret)
    await openVoting(db, secret)
    await castVote(db, as(voter), secret, theirs)
    for (const { id } of [voter, other]) {
      const pageOf = (verb: 'suspend' | 'reinstate', viewer: Member) =>
        openPage(db, account, '/admin/leaderboard', { viewer, params: { userId: id, verb } })
      expect((await pageOf('suspend', rival)).text).toContain(own)
      expect((await pageOf('suspend', admin)).text).not.toContain(own)
      await suspendMember(db, rival, { userId: id, reason: 'Spam' }, { emails: [], userIds: [] })
      expect((await pageOf('reinstate', rival)).text).toContain(own)
      expect((await pageOf('reinstate', admin)).text).not.toContain(own)
    }
  })
})
