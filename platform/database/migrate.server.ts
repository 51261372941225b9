import { createHash } from 'node:crypto'
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

/** The schema of the gateway: the last release with the migrations that made it, which takes data of every earlier one. */
const baseline = '0001_baseline.sql'
const gateway = {
  name: '0.13.0 (commit 980e4993)',
  /** SHA-256 of its journal as lines `checksum  name`, which were its checksums.sha256. */
  journal: '0e3c58634506b234a302f1ddd6ea824fc7d125837fa4af33f9b4017b046f1126',
}
/** The number of the last migration of earlier releases. */
const releases = { '0.8.0 or older': 23, '0.9.0': 32, '0.10': 55, '0.11.0': 57, '0.12.0': 59 }

/**
 * Applies the pending files of `folder`, each in its own transaction with its row in schema_migrations. Safe for
 * several processes at once. Returns the names that were applied.
 */
export async function migrate(database: Pick<Database, 'connect'>, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await database.connect()
  const applied: string[] = []
  try {
    const next = () => applyNext(client, migrations)
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
      return { name, text, checksum: sha256(text) }
    }),
  )
}

/**
 * `applied`, checksums by name, with the baseline in place of the gateway's migrations, which made the same schema.
 * Throws a Failure for data of an earlier release.
 */
export function withBaseline(applied: Map<string, string>, migrations: Migration[]): Map<string, string> {
  const first = migrations[0]
  if (first?.name !== baseline || applied.size === 0 || applied.has(baseline)) return applied
  const journal = [...applied].sort().map(([name, checksum]) => `${checksum}  ${name}\n`)
  if (sha256(journal.join('')) !== gateway.journal)
    throw new Failure(
      `The data is of release ${releaseOf(applied)}, and nothing was changed: start or restore it with ${gateway.name} ` +
        "first, as 'From before 0.13.0' in docs/operations.md says",
    )
  return new Map([[baseline, first.checksum]])
}

/** Throws a Failure unless `applied`, checksums by name, are the first of `migrations`. */
export function refuseUnknown(applied: Map<string, string>, migrations: Migration[]): void {
  const known = checksums(migrations)
  const last = [...applied.keys()].sort().at(-1) ?? ''
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new Failure(
        `The data has migration ${name}, which this release does not know: use a newer release`,
      )
    if (known.get(name) !== checksum)
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
async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = '120s'; set local client_min_messages = warning`,
    )
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await readJournal(client, migrations)
    refuseUnknown(applied, migrations)
    const pending = migrations.find(({ name }) => !applied.has(name))
    if (pending) await apply(client, pending)
    await client.query('commit')
    return pending?.name
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The checksums of the applied migrations by name. The gateway's rows are replaced by that of the baseline. */
async function readJournal(client: pg.Client, migrations: Migration[]): Promise<Map<string, string>> {
  const journal = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(journal.rows.map((row) => [row.name, row.checksum]))
  const known = withBaseline(applied, migrations)
  if (known !== applied) {
    await client.query('delete from schema_migrations')
    await note(client, baseline, known.get(baseline))
  }
  return known
}

/** The release that made a journal of before the baseline. */
function releaseOf(applied: Map<string, string>): string {
  const last = Number([...applied.keys()].sort().at(-1)?.slice(0, 4))
  const found = Object.entries(releases).find(([, until]) => last <= until)
  return found?.[0] ?? '0.13.0 in another form'
}

function checksums(migrations: Migration[]): Map<string, string> {
  return new Map(migrations.map(({ name, checksum }) => [name, checksum]))
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Failure(`Migration ${name} failed: ${errorMessage(error)}`, { cause: error })
  }
  await note(client, name, checksum)
}

async function note(client: pg.Client, name: string, checksum: string | undefined): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
