import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import sql, { raw } from 'sql-template-tag'
import { readConfig } from '#platform/config/config.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { openSettingsStore } from '../operations/settings-store.ts'

// Writes the rows of a demo to test/release/previous.json.br, which the release test restores and upgrades. Run it at
// a release, on a demo that this release filled: DATA_DIR=/tmp/demo npm start, then DATA_DIR=/tmp/demo npm run
// release:fixture.

class Rollback extends Error {}

const store = await openSettingsStore(readConfig(process.env))
const tables: Record<string, unknown[]> = {}
try {
  await store.db.transaction(async (tx) => {
    await addTraffic(tx)
    for (const name of await tableNames(tx)) tables[name] = await rowsOf(tx, name)
    throw new Rollback()
  })
} catch (error) {
  if (!(error instanceof Rollback)) throw error
} finally {
  await store.close()
}
const file = join(import.meta.dirname, '../../test/release/previous.json.br')
const bytes = brotliCompressSync(JSON.stringify(tables), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
await writeFile(file, bytes)
const count = Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)
console.log(`${file}: ${count} rows of ${Object.keys(tables).length} tables, ${bytes.length} bytes`)

/** Rows that visitors create: sessions with known tokens, a pending sign-in, a counted request. */
async function addTraffic(tx: Db): Promise<void> {
  const members = await tx.rows<{ id: string; name: string }>(sql`
    (select id, display_name as name from users where is_admin order by id limit 1)
    union all (select id, display_name from users where not is_admin order by points desc, id limit 2)`)
  for (const { id, name } of members) {
    const token = hashSecret(`fixture session of ${name}`).toString('base64url')
    await tx.rows(sql`
      insert into sessions (token_hash, user_id, expires_at)
      values (${hashSecret(token)}, ${id}, '2100-01-01')`)
  }
  await tx.rows(sql`
    insert into sign_in_attempts (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
    values (${hashSecret('state')}, ${hashSecret('browser')}, 'nonce', 'verifier', '/profile/edit', '2100-01-01')`)
  await tx.rows(sql`insert into rate_limits (key, points, expire) values ('fixture', 3, 4102444800000)`)
}

async function tableNames(tx: Db): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`)
  return rows.map(({ name }) => name)
}

/** Rows as JSON without generated columns. */
async function rowsOf(tx: Db, table: string): Promise<unknown[]> {
  const generated = await tx.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'ALWAYS'`)
  const found = await tx.row<{ rows: unknown[] }>(sql`
    select coalesce(jsonb_agg(to_jsonb(one) - ${generated.map(({ name }) => name)}::text[]), '[]') as rows
    from ${raw(`"${table}"`)} one`)
  return found?.rows ?? []
}
