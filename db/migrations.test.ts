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

test('data of the other forms of 0048 to 0051 get the schema of all others', async () => {
  const database = await emptyDatabase()
  await migrate(database, await folderBefore0053())
  const challengeId = await makeChallenge(database)
  await database.rows(sql`insert into author_payments (challenge_id) values (${challengeId})`)

  const applied = await migrate(database, released)
  expect(applied[0]).toBe('0053_submission_saved_by.sql')
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

/** The migrations before 0053, with the other forms of 0048 to 0051. */
async function folderBefore0053(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-former-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = (await readdir(released)).filter((name) => name.endsWith('.sql'))
  const kept = names.filter((name) => name < '0048' || name.startsWith('0052'))
  for (const name of kept) await copyFile(join(released, name), join(folder, name))
  for (const name of await readdir(former)) await copyFile(join(former, name), join(folder, name))
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
