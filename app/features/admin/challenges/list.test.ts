import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ADMIN_CHALLENGES_PAGE_SIZE } from '#domain/challenges/admin-list.server.ts'
import { daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as list from './list.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const ids: Record<string, string> = {}
for (const status of ['draft', 'upcoming', 'active', 'voting', 'completed', 'canceled'] as const) {
  ids[status] = await makeChallenge(db, { title: `The ${status} one`, status })
}
for (let made = 0; made < ADMIN_CHALLENGES_PAGE_SIZE; made++) {
  await makeChallenge(db, { title: `Old ${made}`, status: 'completed', createdAt: daysFromNow(-40 - made) })
}

function open(query = '', on = db) {
  return openPage(on, list, `/admin/challenges${query}`, { viewer: admin })
}

function offered(html: string, title: string): string[] {
  const row = html.split('<tr').find((part) => part.includes(`>${title}</a>`)) ?? ''
  return [...row.matchAll(/<a[^>]* aria-label=[^>]*>([^<]+)</g)].map(([, words]) => words ?? '')
}

/** A draft with a rejected submission. */
async function reopenedAsDraft(id: string): Promise<void> {
  await db.rows(sql`update challenges set status = 'active' where id = ${id}`)
  const submission = await makeSubmission(db, await makeMember(db), id)
  await db.rows(sql`update submissions set status = 'rejected' where id = ${submission}`)
  await db.rows(sql`update challenges set status = 'draft', participant_count = 0 where id = ${id}`)
}

describe('the list of challenges', () => {
  it('shows the newest challenges, the count and the pager', async () => {
    const { text, html } = await open()
    expect(text).toContain('Showing 10 of 16 challenges')
    expect(text).toMatch(/Title Status Deadline Participants Created Actions/)
    expect(html).toContain('href="/admin/challenges?page=2#list"')
    expect((await open('?page=2')).text).toContain('Showing 6 of 16 challenges')
  })

  it('shows image, excerpt, dates and participants of a challenge', async () => {
    await db.rows(sql`
      update challenges set description = ${`${'Lanterns '.repeat(6)}end`}, participant_count = 1200,
        deadline = '2099-03-05T18:30Z', voting_ends_at = '2099-03-09T18:30Z', created_at = '2026-02-01T12:00Z'
      where title = 'Old 0'`)
    const { html } = await open('?search=Old+0')
    const row = /<tbody[^>]*><tr[^>]*>(.*?)<\/tr>/.exec(html)?.[1] ?? ''
    expect(row).toContain('src="/pictures/default-challenge.svg"')
    expect(row.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')).toContain(
      '|Old 0|Lanterns Lanterns Lanterns Lanterns Lanterns Lante…|Completed|Mar 5, 2099 at 6:30\u00a0PM UTC|1,200|Feb 1, 2026|',
    )
  })

  it('offers the actions that each status allows', async () => {
    const { html } = await open()
    const always = ['Edit', 'View', 'Duplicate']
    expect(offered(html, 'The draft one')).toEqual([...always, 'Delete'])
    expect(offered(html, 'The upcoming one')).toEqual([...always, 'Delete'])
    await reopenedAsDraft(ids.draft ?? '')
    expect(offered((await open()).html, 'The draft one')).toEqual(always)
    const running = ['Edit', 'View', 'Complete', 'Extend', 'Duplicate', 'Delete']
    expect(offered(html, 'The active one')).toEqual(running)
    expect(offered(html, 'The voting one')).toEqual(running)
    expect(offered(html, 'The completed one')).toEqual(['Edit', 'View', 'Extend', 'Duplicate', 'Delete'])
    expect(offered(html, 'The canceled one')).toEqual(['Edit', 'View', 'Duplicate', 'Delete'])
    expect(html).toContain('href="/admin/exports/challenges.csv"')
    expect(html).toContain(
      `href="/admin/challenges/${ids.active}/steps/complete?returnTo=%2Fadmin%2Fchallenges"`,
    )
  })

  it('filters by status, by the time of creation and by title', async () => {
    expect((await open('?status=voting')).text).toContain('Showing 1 of 1 challenges')
    expect((await open('?created=month')).text).toContain('Showing 6 of 6 challenges')
    expect((await open('?search=OLD')).text).toContain('Showing 10 of 10 challenges')
    expect((await open('?search=old&status=active')).text).toContain('No challenges found')
  })

  it('keeps the filters in its form, its pages and its confirmations', async () => {
    const { html } = await open('?status=completed&created=&search=o')
    expect(html).toMatch(/<option value="completed" selected="">/)
    expect(html).toContain('href="/admin/challenges?status=completed&amp;search=o&amp;page=2#list"')
    expect(html).toContain('returnTo=%2Fadmin%2Fchallenges%3Fstatus%3Dcompleted%26created%3D%26search%3Do')
  })

  it('redirects from beyond the end to the last page', async () => {
    expect((await open('?page=99999&status=completed')).location).toBe(
      '/admin/challenges?status=completed&page=2',
    )
  })

  it('shows an error with a retry link if it cannot be loaded', async () => {
    const { text, html } = await open('?status=active', watched(db, /from challenges c where/).db)
    expect(text).toContain('Failed to load challenges')
    expect(html).toMatch(/href="\/admin\/challenges\?status=active"[^>]*>Retry/)
  })

  it('accepts any query', async () => {
    const value = fc.string({ unit: 'binary', maxLength: 300 })
    const params = fc.record(
      { status: value, created: value, zone: value, search: value, page: value, other: value },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(params, async (chosen) => {
        const { status } = await open(`?${new URLSearchParams(chosen)}`)
        expect([200, 302]).toContain(status)
      }),
      { numRuns: 60 },
    )
    expect((await open(`?search=${'x'.repeat(10_000)}`)).status).toBe(200)
  })
})
