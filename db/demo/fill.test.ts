import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { fillDemo, hasContent } from './fill.server.ts'
import { prepareDemo, refreshDemo } from './prepare.server.ts'
import { readWorld } from './world.server.ts'

const { db, another } = await testDatabase()
const world = readWorld(import.meta.dirname)
const dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
afterAll(() => rm(dataDir, { recursive: true }))
const services = { db, files: await openFileStore({ dataDir, s3: undefined }), imageProcessor }

async function counts(of: 'status' | 'type' | 'kind'): Promise<Record<string, number>> {
  const column = { status: sql`status`, type: sql`type`, kind: sql`kind` }[of]
  const rows = await db.rows<{ name: string; n: number }>(
    sql`select ${column} as name, count(*)::int as n from challenges group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

describe('the demo', () => {
  it('fills an empty database once for two processes with one connection each, and rolls back when interrupted', async () => {
    expect(await hasContent(db)).toBe(false)
    const signal = AbortSignal.abort(new Error('interrupted'))
    await expect(fillDemo({ services, world, now: new Date(), signal })).rejects.toThrow('interrupted')
    expect(await hasContent(db)).toBe(false)
    const start = () => prepareDemo({ services: { ...services, db: another(1) }, world, now: new Date() })
    const results = await Promise.all([start(), start()])
    expect(results.toSorted()).toEqual(['filled', 'refreshed'])
    expect(await hasContent(db)).toBe(true)
    expect(await brokenInvariants(db)).toEqual([])
    // A second fill would leave unused images.
    const images = await db.row<{ stored: number; used: number }>(sql`
      select count(*)::int as stored, (select count(image_id)::int from submissions)
        + (select count(image_id)::int from challenges) as used from images where purpose <> 'avatar'`)
    expect(images?.stored).toBe(images?.used)
  }, 120_000)

  it('has challenges of every status, type and kind, and 250 submissions with images', async () => {
    expect(Object.keys(await counts('status')).toSorted()).toEqual([
      'active',
      'canceled',
      'completed',
      'draft',
      'upcoming',
      'voting',
    ])
    expect(Object.keys(await counts('type'))).toHaveLength(4)
    expect(Object.keys(await counts('kind'))).toHaveLength(6)
    const totals = await db.row<Record<string, number>>(sql`
      select count(*)::int as submissions, count(image_id)::int as images, sum(votes)::int as votes,
        (select count(*)::int from challenges) as challenges,
        (select count(*)::int from challenges where winner_id is not null) as winners,
        (select sum(bytes)::int from images) as bytes from submissions`)
    expect(totals?.submissions).toBeGreaterThanOrEqual(250)
    expect(totals?.images).toBe(totals?.submissions)
    expect(totals?.challenges).toBeGreaterThanOrEqual(14)
    expect(totals?.winners).toBeGreaterThanOrEqual(5)
    expect(totals?.votes).toBeGreaterThan(200)
    expect(totals?.bytes).toBeLessThan(16 * 1024 * 1024)
  })

  it('has sixty members at four ranks, with fewer at the higher ones', async () => {
    const ranks = await db.rows<{ rank: string; members: number }>(
      sql`select rank, count(*)::int as members from users group by rank order by min(points)`,
    )
    expect(ranks.map(({ rank }) => rank)).toEqual([
      'Novice Ninja',
      'Emerging Ninja',
      'Adept Ninja',
      'Skilled Ninja',
    ])
    const counts = ranks.map(({ members }) => members)
    expect(counts.reduce((sum, count) => sum + count)).toBe(60)
    expect(counts.slice(1)).toEqual(counts.slice(1).toSorted((a, b) => b - a))
  })

  it('explains the points of the first member by visible submissions, votes and wins', async () => {
    const first = await db.row<Record<'id', string> & Record<'points' | 'logged', number>>(sql`
      select id, points, (select sum(points)::int from points_log where user_id = u.id) as logged
      from users u order by points desc, id limit 1`)
    const activity = await db.row<Record<'submissions' | 'received' | 'cast' | 'wins', number>>(sql`
      select (select count(*)::int from submissions where user_id = ${first?.id}) as submissions,
        (select sum(votes)::int from submissions where user_id = ${first?.id}) as received,
        (select count(*)::int from votes where user_id = ${first?.id}) as cast,
        (select count(*)::int from challenges where winner_id = ${first?.id}) as wins`)
    const { submissions = 0, received = 0, cast = 0, wins = 0 } = activity ?? {}
    const earned =
      submissions * REWARDS.submission +
      received * REWARDS.voteReceived +
      cast * REWARDS.voteCast +
      wins * REWARDS.win
    expect(wins).toBeGreaterThan(0)
    expect([first?.points, first?.logged]).toEqual([earned, earned])
  })

  it('has points from its own activity, and two adjustments with a reason', async () => {
    const adjusted = await db.rows<{ name: string; points: number; description: string }>(sql`
      select u.display_name as name, l.points, h.description from points_log l
      join points_history h on h.id = l.source_id join users u on u.id = l.user_id
      where l.reason = 'admin_adjustment'`)
    const expected = world.members.flatMap(({ name, adjustment }) =>
      adjustment ? [{ name, points: adjustment.points, description: adjustment.reason }] : [],
    )
    expect(expected).toHaveLength(2)
    expect(adjusted).toEqual(expect.arrayContaining(expected))
    expect(adjusted).toHaveLength(2)
    const reasons = await db.rows<{ reason: string }>(sql`
      select distinct reason from points_log l join users u on u.id = l.user_id
      where u.display_name = 'Swift Ember 640' order by reason`)
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'challenge_submission',
      'challenge_win',
      'vote_cast',
      'vote_received',
    ])
  })

  it('has accounts with enough data to try every page', async () => {
    const login = (role: string) => world.members.find((member) => member.login === role)?.name
    const found = await db.row(sql`
      select
        (select is_admin from users where display_name = ${login('administrator')}) as admin,
        (select count(*)::int from submissions s join users u on u.id = s.user_id where display_name = ${login('newcomer')}) as newcomer,
        (select count(*) > 3 from submissions s join users u on u.id = s.user_id where display_name = ${login('member')}) as submitted,
        (select count(*) > 3 from votes v join users u on u.id = v.user_id where display_name = ${login('member')}) as voted`)
    expect(found).toEqual({ admin: true, newcomer: 0, submitted: true, voted: true })
  })

  it('tells its members of results and approvals, with no receipts and few unread', async () => {
    const told = await db.rows<{ kind: string }>(sql`
      select distinct e.kind from notification_events e join notifications n on n.event_id = e.id order by e.kind`)
    const kinds = ['challenge_waits', 'rank_changed', 'results', 'submission_approved', 'voting_opened']
    expect(told.map(({ kind }) => kind)).toEqual(kinds)
    expect(await db.rows(sql`select from notification_events where delivered_at is null`)).toEqual([])
    const most = await db.row<{ unread: number }>(sql`
      select count(*)::int as unread from notifications where read_at is null
      group by user_id order by 1 desc limit 1`)
    expect(most?.unread).toBeLessThanOrEqual(3)
  })

  it('opens new challenges only when none is active', async () => {
    expect(await refreshDemo(services, world, new Date())).toBe(0)
    await db.rows(
      sql`update challenges set status = 'canceled', completed_at = app_now() where status = 'active'`,
    )
    expect(await refreshDemo(services, world, new Date())).toBe(3)
    expect((await counts('status')).active).toBe(3)
    expect(await refreshDemo(services, world, new Date())).toBe(0)
  })
})
