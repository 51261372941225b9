import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Database, Db } from '#platform/database/database.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'

interface Migration {
  name: string
  text: string
  checksum: string
}

/** The key of the advisory lock of those who migrate. */
export const migrationLock = 7_305_601
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * Applies the pending files of `folder`, each in its own transaction with its row in schema_migrations. Safe for
 * several processes at once. A database with a migration that `folder` lacks or that differs is changed first by the
 * file of that name in `folder`/former, which also corrects the rows in schema_migrations. Fails if there is none.
 * Returns the names that were applied.
 */
export async function migrate(database: Pick<Database, 'connect'>, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const former = await readFormer(folder)
  const client = await database.connect()
  const applied: string[] = []
  try {
    const next = () => applyNext(client, migrations, former)
    for (let name = await next(); name; name = await next()) applied.push(name)
    return applied
  } finally {
    await client.end()
  }
}

/** Whether the database has a journal of migrations. */
export async function isMigrated(db: Db): Promise<boolean> {
  const found = await db.row<{ exists: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as exists`,
  )
  return found?.exists ?? false
}

/** The migrations of a folder in order, with line endings normalised. Fails for an invalid file name. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const invalid = names.find(
    (name, index) => !fileName.test(name) || name.slice(0, 4) === names[index + 1]?.slice(0, 4),
  )
  if (invalid)
    throw new Failure(`db migration ${invalid}: names are a unique number of four digits, _, words, .sql`)
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The files of `folder`/former, which give data of another form of a migration that of the released one. */
export async function readFormer(folder: string): Promise<Migration[]> {
  return existsSync(join(folder, 'former')) ? readMigrations(join(folder, 'former')) : []
}

/**
 * Throws a Failure unless `applied`, checksums by name, are the first of `migrations`. The checksums that a file of
 * `former` names are accepted too.
 */
export function refuseUnknown(
  applied: Map<string, string>,
  migrations: Migration[],
  former: Migration[] = [],
): void {
  const known = checksums(migrations)
  const last = [...applied.keys()].sort().at(-1) ?? ''
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new Failure(
        `The data has migration ${name}, which this release does not know: use a newer release`,
      )
    const accepted = former.some((file) => file.name === name && file.text.includes(checksum))
    if (known.get(name) !== checksum && !accepted)
      throw new Failure(
        `Migration ${name} was changed after the data was written: restore the file, or use the release that wrote it`,
      )
  }
  const late = migrations.find(({ name }) => name < last && !applied.has(name))
  if (late)
    throw new Failure(`Migration ${late.name} comes before ${last}, which is applied: give it a later number`)
}

/**
 * Applies the first pending migration. Locks and settings end with the transaction, so a pooled connection keeps
 * none.
 */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  former: Migration[],
): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = '120s'; set local client_min_messages = warning`,
    )
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    await replaceFormer(client, migrations, former)
    const pending = await firstPending(client, migrations)
    if (pending) await apply(client, pending)
    await client.query('commit')
    return pending?.name
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function replaceFormer(client: pg.Client, migrations: Migration[], former: Migration[]): Promise<void> {
  const applied = await readJournal(client)
  const released = checksums(migrations)
  for (const { name, text } of former) {
    if (applied.has(name) && applied.get(name) !== released.get(name)) await run(client, name, text)
  }
}

async function firstPending(client: pg.Client, migrations: Migration[]): Promise<Migration | undefined> {
  const applied = await readJournal(client)
  refuseUnknown(applied, migrations)
  return migrations.find(({ name }) => !applied.has(name))
}

/** The checksums of the applied migrations by name. */
async function readJournal(client: pg.Client): Promise<Map<string, string>> {
  const journal = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(journal.rows.map((row) => [row.name, row.checksum]))
}

function checksums(migrations: Migration[]): Map<string, string> {
  return new Map(migrations.map(({ name, checksum }) => [name, checksum]))
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await run(client, name, text)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

async function run(client: pg.Client, name: string, text: string): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Failure(`Migration ${name} failed: ${errorMessage(error)}`, { cause: error })
  }
}
