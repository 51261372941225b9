import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { testDatabase } from '#test/database.ts'
import { patterns } from '#test/e2e/routes.ts'
import { adminPages } from './admin-pages.ts'
import { fillLargeCommunity, LARGE, SIZE } from './community.ts'
import { type Open, openWith } from './loaders.ts'
import { elsewhere, type Looker, pages as publicPages } from './pages.ts'
import { noting, type Work, workOf } from './plans.ts'

const { db } = await testDatabase()
const noted = noting(db)
const members = { visitor: null, member: LARGE.busiest, newcomer: LARGE.newcomer, admin: LARGE.admin }

/** A page of a gallery shows 12 of 1,200 at most; the busiest member has entered a tenth of all challenges. */
const mostRows = 3_000
const mostStatements = 6
const small = ['tallies', 'daily_tallies', 'admins', 'settings']
const pages = { ...publicPages, ...adminPages }

let open: Open
const works = new Map<string, Work>()

beforeAll(async () => {
  await fillLargeCommunity(db)
  open = await openWith(noted.db)
  for (const memberId of Object.values(members)) await open('/terms', memberId)
}, 300_000)

async function statementsOf(path: string, looker: Looker) {
  noted.statements.length = 0
  const status = await open(path, members[looker])
  return { status, statements: [...noted.statements] }
}

async function work(statement: ReturnType<typeof sql>): Promise<Work> {
  const key = JSON.stringify([statement.text, statement.values])
  const done = works.get(key) ?? (await workOf(db, statement))
  works.set(key, done)
  return done
}

describe('on a large community', () => {
  it('every address is looked at here', () => {
    const known = [...Object.keys(pages), ...elsewhere].toSorted()
    expect(patterns.toSorted()).toEqual(known)
  })

  it.each(Object.entries(pages))(
    '%s takes few statements, and each of them little',
    async (_, page) => {
      for (const path of page.paths) {
        for (const looker of page.as) {
          const { status, statements } = await statementsOf(path, looker)
          expect([200, 302, 404], `${path} as ${looker}`).toContain(status)
          expect(statements.length, `statements of ${path} as ${looker}`).toBeLessThanOrEqual(mostStatements)
          for (const statement of statements) {
            const { text, scanned, rowsRead } = await work(statement)
            expect(
              scanned.filter((table) => !small.includes(table)),
              `scanned for ${path} as ${looker}: ${text}`,
            ).toEqual([])
            expect(rowsRead, `rows read for ${path} as ${looker}: ${text}`).toBeLessThanOrEqual(
              page.rows ?? mostRows,
            )
          }
        }
      }
    },
    300_000,
  )

  it('a statement that reads a whole table would be found out', async () => {
    const whole = await workOf(db, sql`select count(*) from votes where author_id <> user_id`)
    expect(whole.scanned).toContain('votes')
    expect(whole.rowsRead).toBeGreaterThan(SIZE.members)
    const skipping = await workOf(
      db,
      sql`select id from users where deleted_at is null order by points desc, joined_date, id offset 50000 limit 5`,
    )
    expect(skipping).toMatchObject({ scanned: [] })
    expect(skipping.rowsRead).toBeGreaterThan(50_000)
  })

  it('the community is one that could be', async () => {
    const broken = (await brokenInvariants(db)).map(({ name }) => name)
    expect(broken.filter((name) => !name.includes('ledger') && !name.includes('paid'))).toEqual([])
  })
})
