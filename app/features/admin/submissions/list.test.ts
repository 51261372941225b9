import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { as, daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as list from './list.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const [kites, boats] = [
  await makeChallenge(db, { title: 'Kites' }),
  await makeChallenge(db, { title: 'Boats', createdAt: daysFromNow(-900) }),
]
const approved = await makeSubmission(db, await makeMember(db), kites, { title: 'Red kite' })
const rejected = await makeSubmission(db, await makeMember(db), kites, { title: 'No kite' })
await makeSubmission(db, await makeMember(db), boats, { title: 'Paper boat' })
await approveSubmission(db, as(admin), approved)
await rejectSubmission(db, as(admin), rejected, 'It is a plane')
await db.rows(sql`update submissions set submission_date = '2026-03-29T00:30+01' where id = ${rejected}`)

function open(query = '', on = db) {
  return openPage(on, list, `/admin/submissions${query}`, { viewer: admin })
}

describe('the entries of a challenge', () => {
  const section = (query = '') =>
    openPage(db, list, `/admin/challenges/${kites}/entries${query}`, {
      viewer: admin,
      params: { id: kites },
    })

  it('are its submissions only, without a column and a filter of challenges', async () => {
    const { text, html } = await section()
    expect(text).toMatch(/Entries .*Showing 2 of 2 submissions/)
    expect(text).toContain('Red kite')
    expect(text).not.toContain('Paper boat')
    expect(html).not.toMatch(/name="challenge"|>Challenge</)
    expect(html).toContain(`href="/admin/submissions/queue?challenge=${kites}"`)
    expect(html).toContain(`href="/admin/exports/entries.csv?challenge=${kites}"`)
  })

  it('stay those of the challenge, whatever the query names', async () => {
    const { text, html } = await section(`?challenge=${boats}&status=approved`)
    expect(text).toContain('Showing 1 of 1 submission')
    expect(html).toContain(`value="/admin/challenges/${kites}/entries?challenge=${boats}`)
  })

  it('redirect beyond their last page to it', async () => {
    expect((await section('?page=9')).location).toBe(`/admin/challenges/${kites}/entries`)
  })
})

describe('the list of submissions', () => {
  it('shows title, author, challenge and status', async () => {
    const { text } = await open()
    expect(text).toMatch(/Submission User Challenge Status Votes Date Actions/)
    expect(text).toContain('Showing 3 of 3 submissions')
    expect(text).toMatch(/Paper boat .*Boats .*Pending .*View .*Approve .*Reject .*Delete/)
    expect(text).toMatch(/No kite .*Kites .*Rejected .*It is a plane .*View .*Delete/)
  })

  it('offers approve only while pending, reject unless rejected, and undo for ten minutes after', async () => {
    const { text } = await open('?status=approved')
    expect(text).toContain('Red kite')
    expect(text).toMatch(/View Undo Reject Delete/)
    expect(text).not.toMatch(/Approve (?!selected)/)
    await db.rows(sql`update submissions set moderation_date = moderation_date - interval '10 minutes'`)
    expect((await open('?status=approved')).text).toMatch(/View Reject Delete/)
    expect((await open('?status=rejected')).text).toMatch(/View Delete/)
  })

  it('has a box for each submission that can be judged, with the version and the status that it shows', async () => {
    const { html } = await open()
    const values = [...html.matchAll(/name="chosen"[^>]*value="([^"]+)"/g)].map(([, value]) => value)
    expect(values).toHaveLength(2)
    expect(values).toContainEqual(expect.stringMatching(new RegExp(`^${approved}:\\d+:approved$`)))
    expect(html).not.toContain(`${rejected}:`)
  })

  it('shows no votes of a secret ballot', async () => {
    const secret = await makeChallenge(db, { title: 'Masks', showVotes: false })
    await makeSubmission(db, await makeMember(db), secret, { title: 'Mask' })
    const shown = async () => (await open(`?challenge=${secret}`)).text
    expect(await shown()).toMatch(/Pending Secret /)
    await db.rows(
      sql`update challenges set status = 'completed', completed_at = app_now() where id = ${secret}`,
    )
    expect(await shown()).toMatch(/Pending 0 /)
    await db.rows(sql`delete from submissions where challenge_id = ${secret}`)
  })

  it('filters by challenge, status, search and days of the time zone', async () => {
    expect((await open(`?challenge=${kites}`)).text).toContain('Showing 2 of 2 submissions')
    expect((await open(`?challenge=${kites}&status=rejected`)).text).toContain('No kite')
    expect((await open('?search=PAPER')).text).toContain('Showing 1 of 1 submissions')
    expect((await open('?from=2026-03-29&to=2026-03-29&zone=Europe/Berlin')).text).toContain('No kite')
    expect((await open('?from=2026-03-29&to=2026-03-29')).text).toContain(
      'No submissions found matching your filters',
    )
    expect((await open('?to=2026-03-28')).text).toContain('No kite')
  })

  it('links the export of all submissions or of the selected challenge', async () => {
    for (const query of ['', '?challenge=x', '?status=pending'])
      expect((await open(query)).html).toMatch(/href="\/admin\/exports\/entries\.csv"[^>]*>.*Export CSV/)
    expect((await open(`?challenge=${kites}`)).html).toContain(
      `href="/admin/exports/entries.csv?challenge=${kites}"`,
    )
  })

  it('ignores invalid filters', async () => {
    const { text, status } = await open('?challenge=x&status=y&from=2026-02-31&to=z&zone=q&page=-4')
    expect(status).toBe(200)
    expect(text).toContain('Showing 3 of 3 submissions')
  })

  it('lists a selected challenge that is older than the other choices', async () => {
    await db.rows(sql`
      insert into challenges (id, title, description, requirements, type, kind, status, deadline, voting_ends_at, created_at)
      select gen_random_uuid(), 'Filler ' || n, 'x', '', 'weekly', 'image', 'draft', now(), now() + interval '1 day', now()
      from generate_series(1, 200) n`)
    expect((await open()).html).not.toContain(`<option value="${boats}"`)
    expect((await open(`?challenge=${boats}`)).html).toContain(`<option value="${boats}" selected="">Boats`)
  })

  it('shows an error with a retry link if it cannot be loaded', async () => {
    const { text } = await open('', watched(db, /from submissions s where/).db)
    expect(text).toContain('Failed to load submissions')
    expect(text).toContain('Retry')
  })
})
