import sql from 'sql-template-tag'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { openCursor } from '#platform/database/cursor.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { inspectServer, setRoleTimeouts } from '#platform/database/pooler.server.ts'
import { as, makeBallot, makeChallenge, makeMember, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { type Pooler, startPooler } from '#test/pgbouncer.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'
import { openWith } from '#test/scale/loaders.ts'
import { ready, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { programNamed } from '../scripts/check/programs.ts'

// vitest.config.ts leaves this file out where the program does not exist.
const program = programNamed('pgbouncer')
if (!program) throw new Error('PgBouncer is not installed')
describe('behind PgBouncer in transaction mode', () => behind(program))

function behind(program: string): void {
  test('two processes migrate an empty database at once, serve, and leave no lock', async () => {
    const server = inject('testServer')
    const direct = await createEmptyDatabase(server, `pooled_${process.pid}`)
    const pooler = await startPooler(program, direct)
    onTestFinished(() => pooler.stop())
    const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: pooler.url }
    const processes = await Promise.all([spawnServer(env), spawnServer(env)])
    for (const process of processes) {
      await ready(process)
      const kept = await fetch(`${process.url}/keep`, { method: 'POST', headers: { origin: process.url } })
      expect(kept.status).toBe(200)
      expect((await fetch(process.url)).status).toBe(200)
      expect(process.err()).toBe('')
    }
    const db = openDatabase({ connection: direct, poolSize: 1 })
    expect(await db.rows(sql`select key from settings where key <> 'readiness_checked_at'`)).toHaveLength(3)
    expect(
      await db.rows(sql`
      select pid from pg_locks where locktype = 'advisory' and objid between 7305600 and 7305609
        and database = (select oid from pg_database where datname = current_database())`),
    ).toEqual([])
    await db.close()
    for (const { child, ended } of processes) {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
    await pooler.stop()
    await dropTestDatabase(server, String(direct.database))
  })

  describe('the app', async () => {
    const { db: direct, connection } = await testDatabase()
    let pooler: Pooler | undefined
    async function open() {
      pooler ??= await startPooler(program, connection)
      await setRoleTimeouts(pooler.connection)
      const db = openDatabase({ connection: pooler.connection, pooled: true, poolSize: 10 })
      onTestFinished(() => db.close())
      return db
    }
    afterAll(() => pooler?.stop())

    test('detects the pooler', async () => {
      await open()
      expect(await inspectServer(pooler?.connection ?? {})).toMatchObject({ pooled: true })
      expect(await inspectServer(connection)).toMatchObject({ pooled: false })
    })

    test('applies its timeouts inside and outside of transactions', async () => {
      const db = await open()
      const statement = sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`
      const expected = { statement: '15s', lock: '5s', idle: '10s' }
      const answers = await Promise.all([
        db.row(statement),
        db.row(statement),
        db.transaction((tx) => tx.row(statement)),
      ])
      expect(answers).toEqual([expected, expected, expected])
    })

    test('counts concurrent votes of many members', async () => {
      const db = await open()
      const author = await makeMember(db)
      const voters = await makeMembers(db, 30)
      const { challenge, submission } = await makeBallot(db, { author })
      const cast = await Promise.all(
        [...voters, ...voters].map((voter) => castVote(db, as(voter), challenge, submission)),
      )
      expect(cast.filter(({ ok }) => ok)).toHaveLength(30)
      await Promise.all(voters.slice(10).map((voter) => withdrawVote(db, as(voter), challenge, submission)))
      expect(await direct.row(sql`select votes from submissions where id = ${submission}`)).toEqual({
        votes: 10,
      })
      expect(await brokenInvariants(direct)).toEqual([])
    })

    test('reads a long list in batches while others use the same connections', async () => {
      const db = await open()
      const cursor = await openCursor<[number]>(db, sql`select n from generate_series(1, ${5_000}::int) n`)
      const read: number[] = []
      for (let rows = await cursor.next(); rows.length > 0; rows = await cursor.next()) {
        read.push(...rows.map(([n]) => n))
        await Promise.all(Array.from({ length: 8 }, () => db.row(sql`select count(*) from users`)))
      }
      expect(read).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1))
      await cursor.close()
    })

    test('opens pages for visitors, members and administrators', async () => {
      const db = await open()
      const [member, admin] = [await makeMember(db), await makeMember(db, { isAdmin: true })]
      const challenge = await makeChallenge(db)
      const page = await openWith(db)
      const shared = ['/', '/challenges', `/challenges/${challenge}`, '/leaderboard', '/showcase']
      const own = ['/profile', '/profile/edit', `/challenges/${challenge}/submit`]
      const administration = [
        '/admin',
        '/admin/submissions',
        '/admin/leaderboard?search=ninja',
        '/admin/audit',
      ]
      for (const path of shared) expect([path, await page(path, null)]).toEqual([path, 200])
      for (const path of [...shared, ...own]) expect([path, await page(path, member.id)]).toEqual([path, 200])
      for (const path of administration) expect([path, await page(path, admin.id)]).toEqual([path, 200])
    })
  })
}
