import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { migrationLock, schemaOf } from '#platform/database/migrate.server.ts'
import { inspectServer, serverProblem } from '#platform/database/pooler.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'
import { beginMaintenance } from '#platform/maintenance.server.ts'
import { begin, type Context, quoted, readTables, withClient } from './context.ts'
import type { Migration, Table } from './manifest.ts'

export type CopyIn = (table: Table) => CopyStreamQuery

/** The server may or may not have committed. */
export class UnknownCommit extends Failure {}

const copyMessage =
  'This is a copy of the site. Nothing can be changed, and no messages are sent, until its operators release it.'

/**
 * Makes the schema of the migrations in `applied` in an empty database, lets `work` fill it, and commits. The copy
 * begins in maintenance, because the original may still send the same mails and complete the same challenges. Nothing is
 * visible to others before. Needs only the privileges of the database's owner. Throws a Failure unless the database is
 * PostgreSQL 15 or newer, and without tables; throws `UnknownCommit` if the connection ends during the commit.
 */
export function withLoader<T>(
  context: Context,
  applied: Migration[],
  work: (copyIn: CopyIn) => Promise<T>,
): Promise<T> {
  return withClient(context, async (client) => {
    await begin(client)
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await refuseUnlessEmpty(client, context)
    const journal = new Map(applied.map(({ name, checksum }) => [name, checksum]))
    for (const text of await schemaOf(journal, context.migrations)) await client.query(text)
    const names = (await readTables(client)).map(({ name }) => quoted(name))
    // Foreign keys would refuse rows that refer to later ones, and triggers would count rows again.
    const foreignKeys = await dropForeignKeys(client)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}`)

    const result = await work(({ name, columns }) =>
      client.query(from(`copy ${quoted(name)} (${quoted(...columns)}) from stdin`)),
    )
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const statement of foreignKeys) await client.query(statement)
    await client.query(beginMaintenance({ message: copyMessage }))
    await client.query('commit').catch(explainCommit)
    // Without statistics queries are slow until autovacuum collects them; no data is lost.
    await client.query('analyze').catch(() => undefined)
    return result
  })
}

async function refuseUnlessEmpty(client: pg.Client, { connection }: Context): Promise<void> {
  const problem = serverProblem(await inspectServer(connection))
  if (problem) throw new Failure(problem)
  const names = (await readTables(client)).map(({ name }) => name)
  if (names.length > 0)
    throw new Failure(`The database is not empty (${names.join(', ')}): choose an empty one`)
}

/** Drops all foreign keys and returns the statements that restore them. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Record<'drop' | 'restore', string>>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ restore }) => restore)
}

function explainCommit(cause: Error): never {
  throw new UnknownCommit(
    `It is unknown whether the rows were written, since the connection ended during the commit (${errorMessage(cause)}). ` +
      "Run 'npm run dojo -- check-invariants' with the settings of the new database: if it is empty, delete the folder " +
      "'images' in its file store and run the command again; otherwise it is complete",
    { cause },
  )
}
