import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { testDatabase } from '#test/database.ts'
import { patterns } from '#test/e2e/routes.ts'
import { adminPages } from './admin-pages.ts'
import { fillLargeCommunity, LARGE, SIZE } from './community.ts'
import { type Open, openWith } from './loaders.ts'
import { pages as publicPages, type Role, untestedPaths } from './pages.ts'
import { measure, recordStatements, type StatementCost } from './plans.ts'

const { db } = await testDatabase()
const recorded = recordStatements(db)
const members = { visitor: null, member: LARGE.busiest, newcomer: LARGE.newcomer, admin: LARGE.admin }

/** A gallery page shows 12 of at most 1,200 rows; the busiest member has submitted to a tenth of all challenges. */
const maxRows = 3_000
const maxStatements = 6
const smallTables = ['tallies', 'daily_tallies', 'admins', 'settings']
const pages = { ...publicPages, ...adminPages }

let open: Open
const costs = new Map<string, StatementCost>()

beforeAll(async () => {
  await fillLargeCommunity(db)
  open = await openWith(recorded.db)
  for (const memberId of Object.values(members)) await open('/terms', memberId)
}, 300_000)

async function statementsOf(path: string, role: Role) {
  recorded.statements.length = 0
  const status = await open(path, members[role])
  return { status, statements: [...recorded.statements] }
}

async function costOf(statement: ReturnType<typeof sql>): Promise<StatementCost> {
  const key = JSON.stringify([statement.text, statement.values])
  const cost = costs.get(key) ?? (await measure(db, statement))
  costs.set(key, cost)
  return cost
}

describe('on a large community', () => {
  it('every route with data is tested here', () => {
    const known = [...Object.keys(pages), ...untestedPaths].toSorted()
    expect(patterns.toSorted()).toEqual(known)
  })

  it.each(Object.entries(pages))(
    '%s needs few statements that read few rows',
    async (_, page) => {
      for (const path of page.paths) {
        for (const role of page.as) {
          const { status, statements } = await statementsOf(path, role)
          expect([200, 302, 404], `${path} as ${role}`).toContain(status)
          expect(statements.length, `statements of ${path} as ${role}`).toBeLessThanOrEqual(maxStatements)
          for (const statement of statements) {
            const { text, scanned, rowsRead } = await costOf(statement)
            expect(
              scanned.filter((table) => !smallTables.includes(table)),
              `scanned for ${path} as ${role}: ${text}`,
            ).toEqual([])
            expect(rowsRead, `rows read for ${path} as ${role}: ${text}`).toBeLessThanOrEqual(
              page.rowsOf?.[path] ?? page.rows ?? maxRows,
            )
          }
        }
      }
    },
    300_000,
  )

  it('the measurement detects full scans and large offsets', async () => {
    const fullScan = await measure(db, sql`select count(*) from votes where author_id <> user_id`)
    expect(fullScan.scanned).toContain('votes')
    expect(fullScan.rowsRead).toBeGreaterThan(SIZE.members)
    const largeOffset = await measure(
      db,
      sql`select id from users where deleted_at is null order by points desc, joined_date, id offset 50000 limit 5`,
    )
    expect(largeOffset).toMatchObject({ scanned: [] })
    expect(largeOffset.rowsRead).toBeGreaterThan(50_000)
  })

  it('the data satisfies the invariants', async () => {
    const broken = (await brokenInvariants(db)).map(({ name }) => name)
    expect(broken.filter((name) => !name.includes('ledger') && !name.includes('paid'))).toEqual([])
  })
})
