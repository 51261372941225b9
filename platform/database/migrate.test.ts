import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { isMigrated, migrate, migrationLock } from '#platform/database/migrate.server.ts'
import { testDatabase } from '#test/database.ts'

const { db, another } = await testDatabase()

/** A folder of migrations, and the journal as it was before. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-migrations-'))
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await db.rows(sql`delete from schema_migrations`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('applies what is new, in order, once', async () => {
  const folder = await folderOf({
    '0002_fill.sql': 'insert into first_things values (1); insert into first_things values (2);',
    '0001_things.sql': 'create table first_things (id integer primary key);',
  })
  expect(await migrate(db, folder)).toEqual(['0001_things.sql', '0002_fill.sql'])
  expect(await migrate(db, folder)).toEqual([])
  expect(await db.rows(sql`select id from first_things`)).toHaveLength(2)
})

test('a database without a journal is not migrated', async () => {
  const folder = await folderOf({ '0001_nothing.sql': 'select 1;' })
  await db.rows(sql`drop table schema_migrations`)
  expect(await isMigrated(db)).toBe(false)
  await migrate(db, folder)
  expect(await isMigrated(db)).toBe(true)
})

test('runs in one of several processes while the others wait', async () => {
  const folder = await folderOf({
    '0001_race.sql': 'create table race_things (id integer); select pg_sleep(0.1);',
  })
  const outcomes = await Promise.all([db, another(), another()].map((database) => migrate(database, folder)))
  expect(outcomes.flat()).toEqual(['0001_race.sql'])
})

test('waits for nobody if nothing is pending: an app starts during a backup', async () => {
  const folder = await folderOf({ '0001_known.sql': 'select 1;' })
  await migrate(db, folder)
  await another().transaction(async (backup) => {
    await backup.rows(sql`select pg_advisory_xact_lock_shared(${migrationLock})`)
    expect(await migrate(db, folder)).toEqual([])
  })
})

test('rolls back the file that fails, names it, and keeps earlier ones', async () => {
  const folder = await folderOf({
    '0001_sound.sql': 'create table sound_things (id integer);',
    '0002_broken.sql': 'create table broken_things (id integer); select no_such_function();',
  })
  await expect(migrate(db, folder)).rejects.toThrow(
    'Migration 0002_broken.sql failed: function no_such_function()',
  )
  expect(await db.row(sql`select to_regclass('broken_things') as broken`)).toEqual({ broken: null })
  expect(await db.rows(sql`select name from schema_migrations`)).toEqual([{ name: '0001_sound.sql' }])
})

test('refuses a file that changed after it was applied', async () => {
  const folder = await folderOf({ '0001_stable.sql': 'create table stable_things (id integer);' })
  await migrate(db, folder)
  await writeFile(join(folder, '0001_stable.sql'), 'create table other_things (id integer);')
  await expect(migrate(db, folder)).rejects.toThrow('Migration 0001_stable.sql was changed after')
})

test('ignores differences in line endings', async () => {
  const folder = await folderOf({ '0001_lines.sql': 'create table line_things (\n  id integer\n);\n' })
  await migrate(db, folder)
  await writeFile(join(folder, '0001_lines.sql'), 'create table line_things (\r\n  id integer\r\n);\r\n')
  expect(await migrate(db, folder)).toEqual([])
})

test('refuses a database of a newer release', async () => {
  const folder = await folderOf({ '0001_known.sql': 'select 1;' })
  await migrate(db, folder)
  await db.rows(sql`insert into schema_migrations (name, checksum) values ('0009_later.sql', 'x')`)
  await expect(migrate(db, folder)).rejects.toThrow('The data has migration 0009_later.sql')
})

test('refuses a file with a lower number than an applied one, and invalid names', async () => {
  const folder = await folderOf({ '0002_second.sql': 'select 1;' })
  await migrate(db, folder)
  await writeFile(join(folder, '0001_first.sql'), 'select 1;')
  await expect(migrate(db, folder)).rejects.toThrow('0001_first.sql comes before 0002_second.sql')
  await writeFile(join(folder, '0002_twin.sql'), 'select 1;')
  await expect(migrate(db, folder)).rejects.toThrow('db migration 0002_second.sql')
})
