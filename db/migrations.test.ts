import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { expect, inject, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'

const released = 'db/migrations'
const former = 'test/release/former'
const { db } = await testDatabase()

test.each([
  { of: '0048 to 0051', from: '0048', until: '0053' },
  { of: '0016', from: '0016', until: '0017' },
])('data of the other forms of $of get the schema of all others', async ({ from, until }) => {
  const database = await emptyDatabase()
  await migrate(database, await folderWithFormer(from, until))
  const challengeId = from === '0048' ? await makeChallenge(database) : undefined
  if (challengeId)
    await database.rows(sql`insert into author_payments (challenge_id) values (${challengeId})`)

  const applied = await migrate(database, released)
  expect(applied[0]).toMatch(until)
  expect(await migrate(database, released)).toEqual([])
  expect(await schemaOf(database)).toEqual(await schemaOf(db))
  const journal = sql`select name, checksum from schema_migrations order by name`
  expect(await database.rows(journal)).toEqual(await db.rows(journal))
  expect(await brokenInvariants(database)).toEqual([])
})

async function emptyDatabase() {
  const server: pg.ClientConfig = inject('testServer')
  const name = `former_migrations_${process.pid}`
  const database = openDatabase({ connection: await createEmptyDatabase(server, name), poolSize: 2 })
  onTestFinished(async () => {
    await database.close()
    await dropTestDatabase(server, name)
  })
  return database
}

/** The migrations before `until`, with the other forms of those from `from` on. */
async function folderWithFormer(from: string, until: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-former-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const other = (await readdir(former)).filter((name) => name >= from && name < until)
  const replaced = new Set(other.map((name) => name.slice(0, 4)))
  for (const name of await readdir(released)) {
    if (name.endsWith('.sql') && name < until && !replaced.has(name.slice(0, 4)))
      await copyFile(join(released, name), join(folder, name))
  }
  for (const name of other) await copyFile(join(former, name), join(folder, name))
  return folder
}

/** What the schema consists of, as texts. */
function schemaOf(database: Db): Promise<unknown[]> {
  return database.rows(sql`
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default) as part
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p
    left join pg_depend d on d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e'
    where pronamespace = 'public'::regnamespace and prokind = 'f' and d.objid is null
    order by part`)
}
