import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
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
const createJournal = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

const baseline = '0001_baseline.sql'
/** The last release with the migrations that made its schema, which takes data of every earlier one. */
const gateway = {
  name: '0.13.0 (commit 980e4993)',
  /** SHA-256 of its journal as lines `checksum  name`, which were its checksums.sha256. */
  journal: '0e3c58634506b234a302f1ddd6ea824fc7d125837fa4af33f9b4017b046f1126',
  /** The files that turn its schema into that of the baseline. */
  upgrade: 'from-0.13.0',
  /** What pg_dump wrote of its schema and journal, without names of schemas. */
  schema: 'from-0.13.0/schema.sql.br',
}

/**
 * Applies the pending files of `folder`, each in its own transaction with its row in schema_migrations. Data of the
 * gateway is upgraded to the baseline before, in one transaction. Safe for several processes at once. Returns the names
 * that were applied.
 */
export async function migrate(database: Pick<Database, 'connect'>, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await database.connect()
  const applied: string[] = []
  try {
    while (!(await hasAll(client, migrations))) applied.push(...(await applyNext(client, folder, migrations)))
    return applied
  } finally {
    await client.end()
  }
}

/** Whether nothing is pending. Takes no lock: a backup that runs for hours lets no other have it, and an app may start. */
async function hasAll(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const found = await client.query(`select to_regclass('schema_migrations') as journal`)
  if (!found.rows[0].journal) return false
  const applied = await readJournal(client)
  return (
    applied.size === migrations.length &&
    migrations.every(({ name, checksum }) => applied.get(name) === checksum)
  )
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

/** The SQL that makes the schema of a journal, checksums by name, in an empty database. Rows of the journal are others. */
export async function schemaOf(journal: Map<string, string>, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  if (isOfGateway(journal, migrations)) return [await gatewaySchema(folder)]
  refuseUnknown(journal, migrations)
  return [createJournal, ...migrations.filter(({ name }) => journal.has(name)).map(({ text }) => text)]
}

/** The SQL of the schema and the journal of the gateway. */
export async function gatewaySchema(folder: string): Promise<string> {
  return brotliDecompressSync(await readFile(join(folder, gateway.schema))).toString()
}

/** Throws a Failure unless `applied`, checksums by name, are the first of `migrations`. */
function refuseUnknown(applied: Map<string, string>, migrations: Migration[]): void {
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
 * Applies the first pending migration, or the upgrade of the gateway. Locks and settings end with the transaction, so a
 * pooled connection keeps none.
 */
async function applyNext(client: pg.Client, folder: string, migrations: Migration[]): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = '120s'; set local client_min_messages = warning`,
    )
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(createJournal)
    const applied = await readJournal(client)
    const names = isOfGateway(applied, migrations)
      ? await upgrade(client, folder, migrations)
      : await applyFirst(client, applied, migrations)
    await client.query('commit')
    return names
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function applyFirst(
  client: pg.Client,
  applied: Map<string, string>,
  migrations: Migration[],
): Promise<string[]> {
  refuseUnknown(applied, migrations)
  const pending = migrations.find(({ name }) => !applied.has(name))
  if (!pending) return []
  await run(client, pending)
  await note(client, pending)
  return [pending.name]
}

/** Turns the schema of the gateway into that of the baseline, whose row replaces those of the gateway. */
async function upgrade(client: pg.Client, folder: string, [first]: Migration[]): Promise<string[]> {
  const files = await readMigrations(join(folder, gateway.upgrade))
  for (const file of files) await run(client, file)
  await client.query('delete from schema_migrations')
  if (first) await note(client, first)
  return files.map(({ name }) => `${gateway.upgrade}/${name}`)
}

async function readJournal(client: pg.Client): Promise<Map<string, string>> {
  const journal = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(journal.rows.map((row) => [row.name, row.checksum]))
}

/** Whether `applied` is the journal of the gateway. Throws a Failure for data of an earlier release. */
function isOfGateway(applied: Map<string, string>, migrations: Migration[]): boolean {
  if (migrations[0]?.name !== baseline || applied.size === 0 || applied.has(baseline)) return false
  const journal = [...applied].sort().map(([name, checksum]) => `${checksum}  ${name}\n`)
  if (sha256(journal.join('')) === gateway.journal) return true
  throw new Failure(
    `The data is of a release before 0.13.0, and nothing was changed: start or restore it with ${gateway.name} ` +
      "first, as 'From before 0.13.0' in docs/operations.md says",
  )
}

function checksums(migrations: Migration[]): Map<string, string> {
  return new Map(migrations.map(({ name, checksum }) => [name, checksum]))
}

async function run(client: pg.Client, { name, text }: Migration): Promise<void> {
  await client.query(text).catch((cause) => {
    throw new Failure(`Migration ${name} failed: ${errorMessage(cause)}`, { cause })
  })
}

async function note(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
