import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { migrationLock, schemaOf } from '#platform/database/migrate.server.ts'
import { serverProblem } from '#platform/database/pooler.server.ts'
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
    await refuseUnlessEmpty(client)
    const journal = new Map(applied.map(({ name, checksum }) => [name, checksum]))
    for (const text of await schemaOf(journal, context.migrations)) await client.query(text)
    const tables = await readTables(client)
    const names = tables.map(({ name }) => quoted(name))
    // Foreign keys would refuse rows that refer to later ones, and triggers would count rows again.
    const foreignKeys = await dropForeignKeys(client)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}`)

    const result = await work((table) => {
      if (!tables.some((made) => shapeOf(made) === shapeOf(table)))
        throw new Failure(`The table ${shapeOf(table)} of the data does not match its migrations`)
      return client.query(from(`copy ${quoted(table.name)} (${quoted(...table.columns)}) from stdin`))
    })
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const statement of foreignKeys) await client.query(statement)
    await client.query(beginMaintenance({ message: copyMessage }))
    await client.query('commit').catch(explainCommit)
    // Without statistics queries are slow until autovacuum collects them; no data is lost.
    await client.query('analyze').catch(() => undefined)
    return result
  })
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::integer as version, current_schema() as schema,
      current_setting('server_encoding') as encoding,
      (select string_agg(c.relname, ', ' order by c.relname) from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm', 'v', 'S', 'f')
          and not exists (select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables`)
  const { version, encoding, schema, tables } = rows[0]
  const problem = serverProblem({ version, encoding })
  if (problem) throw new Failure(problem)
  if (schema === null) throw new Failure('The database has no schema that this account may use')
  if (tables !== null) throw new Failure(`The database is not empty (${tables}): choose an empty one`)
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

function shapeOf({ name, columns }: Table): string {
  return `${name}(${columns.toSorted().join()})`
}

function explainCommit(cause: Error): never {
  if (cause instanceof pg.DatabaseError && !/^(08|57)/.test(cause.code ?? '')) throw cause
  throw new UnknownCommit(
    `It is unknown whether the rows were written, since the connection ended during the commit (${errorMessage(cause)}). ` +
      "Run 'npm run dojo -- check-invariants' with the settings of the new database: if it is empty, delete the folder " +
      "'images' in its file store and run the command again; otherwise it is complete",
    { cause },
  )
}
