import { Hono } from 'hono'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Services, servicesContext } from '#app/context.ts'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { certifyResult } from '#domain/lifecycle/recount.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { createToken, revokeToken, tokensOf } from '#domain/sessions/tokens.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { apiPath, createApi, resources } from '#server/api/api.ts'
import { schedule } from '#server/schedule.ts'
import { rolledBack } from '#test/actions/world.ts'
import { accepted, noFiles } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { patterns, patternsWith } from '#test/routes.ts'
import { adminPages } from './admin-pages.ts'
import { fillLargeCommunity, LARGE, SIZE, submissionOfBig } from './community.ts'
import { type Open, openWith } from './loaders.ts'
import { pages as publicPages, type Role } from './pages.ts'
import { measure, recordStatements, type StatementCost } from './plans.ts'

const { db } = await testDatabase()
const recorded = recordStatements(db)
const members = { visitor: null, member: LARGE.busiest, newcomer: LARGE.newcomer, admin: LARGE.admin }

/** A gallery page shows 12 of at most 1,200 rows; the busiest member has submitted to a tenth of all challenges. */
const maxRows = 3_000
/** The votes of the largest challenge are the sum of its submissions. */
const maxCounted = 1.5 * SIZE.submissionsOfBig
const maxStatements = 6
const large = [
  'users',
  'submissions',
  'votes',
  'points_log',
  'rank_history',
  'period_points',
  'audit_log',
  'completions',
  'certificates',
  'impressions',
  'shortlists',
  'challenge_follows',
  'calendar_addresses',
  'access_tokens',
  'comments',
  'reports',
  'announcements',
  'suggestions',
  'webhook_deliveries',
  'notification_events',
  'notifications',
  'notification_settings',
  'mails',
]
const smallTables = [
  'admins',
  'role_invitations',
  'setup_codes',
  'settings',
  'site_settings',
  // Three pages, and a row each time that one is written.
  'written_pages',
  'count_views',
  // At most 100, with at most 100 prompts each, and one row for each challenge that was made.
  'challenge_templates',
  'series',
  'series_prompts',
  'series_dates',
  // What waits to be sent, and the few browsers with push messages.
  'pushes',
  'push_devices',
  // At most 20.
  'webhooks',
  // One row for each time that votes were voided, that dates were moved, or that organisers took a step.
  'challenge_changes',
  'void_batches',
  // Read by its primary key, of which a table without rows has no need.
  'rate_limits',
]
/** As many rows as there are challenges. */
const maxSwept = 5_000
const jobsOnRows = schedule.filter(({ name }) => name !== 'sweep files')
const pages = { ...publicPages, ...adminPages }

const apiPaths = [
  ...[
    '',
    '&status=completed',
    '&status=voting',
    '&kind=code',
    '&type=daily',
    '&kind=text&status=completed',
  ].map((filter) => `/challenges?limit=100${filter}`),
  ...[LARGE.big, LARGE.open, LARGE.hiding, LARGE.secret, LARGE.finished].flatMap((id) => [
    `/challenges/${id}`,
    `/challenges/${id}/submissions?limit=100`,
  ]),
  `/challenges/${LARGE.big}/submissions/${submissionOfBig(7)}`,
  `/challenges/${LARGE.finished}/results?limit=100`,
  ...['', '?period=month', '?period=season'].map((period) => `/leaderboard${period}`),
  `/members/${LARGE.busiest}`,
  ...['', '/submissions?limit=100', '/votes?limit=100', '/points?limit=100'].map((part) => `/me${part}`),
]
const apiBindings = {
  incoming: { socket: { remoteAddress: '192.0.2.1' } },
  outgoing: { setHeader: () => undefined },
}

let services: Services
let open: Open
const costs = new Map<string, StatementCost>()

beforeAll(async () => {
  await fillLargeCommunity(db)
  open = await openWith(recorded.db)
  services = (await requestContext(recorded.db, null)).get(servicesContext)
  for (const memberId of Object.values(members)) await open('/terms', memberId)
}, 300_000)

async function statementsOf(path: string, role: Role) {
  recorded.statements.length = 0
  const status = await open(path, members[role])
  return { status, statements: [...recorded.statements] }
}

/** The rows that a transaction has read by sequential scans, and deleted. */
async function readsOf(on: Db) {
  const rows = await on.rows<{ name: string; read: number; deleted: number }>(sql`
    select relname as name, seq_tup_read::int as read, n_tup_del::int as deleted from pg_stat_xact_user_tables`)
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

/** The large tables and indexes that a transaction has read to their end. */
async function scannedIn(on: Db): Promise<string[]> {
  const rows = await on.rows<{ name: string }>(sql`
    select relname as name from pg_stat_xact_user_tables where relname = any(${large}::text[]) and seq_scan > 0
    union all
    select indexrelname from pg_stat_user_indexes
    where relname = any(${large}::text[]) and pg_relation_size(indexrelid) > 1e6
      and pg_stat_get_xact_blocks_fetched(indexrelid) * 8192 >= pg_relation_size(indexrelid)`)
  return rows.map(({ name }) => name)
}

async function costOf(statement: ReturnType<typeof sql>): Promise<StatementCost> {
  const key = JSON.stringify([statement.text, statement.values])
  const cost = costs.get(key) ?? (await measure(db, statement))
  costs.set(key, cost)
  return cost
}

async function expectCheap(
  name: string,
  statements: ReturnType<typeof sql>[],
  limits: { statements?: number; counted?: number; rows: number; scans?: readonly string[] },
) {
  expect(statements.length, `statements of ${name}`).toBeLessThanOrEqual(limits.statements ?? maxStatements)
  for (const statement of statements) {
    const { text, scanned, rowsRead, rowsCounted } = await costOf(statement)
    expect(
      scanned.filter((table) => !smallTables.includes(table) && !limits.scans?.includes(table)),
      `scanned for ${name}: ${text}`,
    ).toEqual([])
    expect(rowsCounted, `rows counted for ${name}: ${text}`).toBeLessThanOrEqual(limits.counted ?? maxCounted)
    expect(rowsRead - rowsCounted, `rows read for ${name}: ${text}`).toBeLessThanOrEqual(limits.rows)
  }
}

describe('on a large community', () => {
  it('every route with data is tested here', () => {
    const missing = patternsWith('hasScreen').filter((pattern) => !(pattern in pages))
    // It reads no data of the community.
    expect(missing).toEqual(['/auth/callback'])
    expect(Object.keys(pages).filter((pattern) => !patterns.includes(pattern))).toEqual([])
  })

  it.each(Object.entries(pages))(
    '%s needs few statements that read few rows',
    async (_, page) => {
      for (const path of page.paths) {
        for (const role of page.as) {
          const { status, statements } = await statementsOf(path, role)
          expect([200, 302, 404], `${path} as ${role}`).toContain(status)
          await expectCheap(`${path} as ${role}`, statements, {
            ...page,
            rows: page.rowsOf?.[path] ?? page.rows ?? maxRows,
          })
        }
      }
    },
    300_000,
  )

  it('every resource of the API needs few statements that read few rows', async () => {
    const api = new Hono().route(apiPath, createApi(services))
    const busiest = { id: LARGE.busiest } as Member
    const [known] = await tokensOf(db, busiest)
    if (known) await revokeToken(db, busiest, known.id)
    const { token } = accepted(await createToken(db, busiest, 'Script'))
    const headers = { Authorization: `Bearer ${token}` }
    for (const first of apiPaths) {
      for (let next: string | null = apiPath + first, page = 0; next && page < 3; page++) {
        recorded.statements.length = 0
        const path = next.replace(services.config.publicUrl, '')
        const response = await api.request(path, { headers }, apiBindings)
        expect(response.status, next).toBe(200)
        await expectCheap(next, [...recorded.statements], { rows: maxRows })
        next = ((await response.json()) as { next?: string | null }).next ?? null
      }
    }
    const tested = apiPaths.map((path) => path.split('?')[0]?.replaceAll(/[0-9a-f-]{36}/g, '{}'))
    expect(new Set(tested)).toEqual(new Set(resources.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}'))))
  }, 300_000)

  it('the measurement detects full scans of tables and indexes, and large offsets', async () => {
    const fullScan = await measure(db, sql`select count(*) from votes where author_id <> user_id`)
    expect(fullScan.scanned).toContain('votes')
    expect(fullScan.rowsRead).toBeGreaterThan(SIZE.members)
    const largeOffset = await measure(
      db,
      sql`select id from users where deleted_at is null order by points desc, joined_date, id offset 50000 limit 5`,
    )
    expect(largeOffset).toMatchObject({ scanned: [] })
    expect(largeOffset.rowsRead).toBeGreaterThan(50_000)
    const fullIndex = await measure(
      db,
      sql`select id from points_log where source_id = ${submissionOfBig(7)}`,
    )
    expect(fullIndex.scanned).toEqual(['one_reward_per_source'])
  })

  it('the deletion of an account, which locks challenges, scans no large table', async () => {
    await db.rows(sql`
      insert into audit_log (id, admin_name, action, subject_id, subject_name, before, after)
      select gen_random_uuid(), 'Organiser', 'submission_approved', id, title,
        jsonb_build_object('author', 'Ninja', 'author_id', user_id, 'status', 'pending'), '{"status": "approved"}'
      from submissions`)
    await db.rows(sql`analyze audit_log`)
    const voter = await db.row<{ id: string }>(sql`
      select user_id as id from votes v where challenge_id = ${LARGE.big}
        and exists (select from submissions s where s.user_id = v.user_id)
        and user_id not in (select user_id from votes where voided_batch_id is not null) limit 1`)
    const scans = await rolledBack(db, async (on) => {
      const services = { db: on, files: noFiles }
      const outcome = await deleteMember(services, voter?.id ?? '', 'keep', { emails: [], userIds: [] })
      expect(outcome).toMatchObject({ ok: true })
      return scannedIn(on)
    })
    expect(scans).toEqual([])
  })

  it('a certificate scans no large table', async () => {
    const scans = await rolledBack(db, async (on) => {
      await certifyResult(on, LARGE.finished)
      return scannedIn(on)
    })
    expect(scans).toEqual([])
  })

  it.each(jobsOnRows)('the job ‘$name’ reads no large table to its end', async ({ run }) => {
    const services = (await requestContext(db, null)).get(servicesContext)
    const read = await rolledBack(db, async (on) => {
      const before = await readsOf(on)
      await run({ ...services, db: on }, new AbortController().signal)
      const after = await readsOf(on)
      return large.map((name) => ({
        name,
        read: (after.get(name)?.read ?? 0) - (before.get(name)?.read ?? 0),
        deleted: (after.get(name)?.deleted ?? 0) - (before.get(name)?.deleted ?? 0),
      }))
    })
    // A batch of deletions may begin with a sequential scan.
    expect(read.filter((table) => table.read > maxSwept + 6 * table.deleted)).toEqual([])
  })

  it('the data satisfies the invariants', async () => {
    const broken = (await brokenInvariants(db)).map(({ name }) => name)
    expect(broken.filter((name) => !name.includes('ledger') && !name.includes('paid'))).toEqual([])
  })
})
