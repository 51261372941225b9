import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { brokenInvariants } from '#db/invariants.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { loadGateway } from '#test/gateway.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'
import { makeDataDir, postgresVariable, startServer } from './site.ts'

const root = resolve(import.meta.dirname, '../..')
const name = 'previous_release'

type Fixture = Record<string, Record<string, unknown>[]>

/** Makes the schema of the previous release by its own migrations, or by the dump of 0.13.0, and loads its rows. */
async function restore(connection: pg.ClientConfig, fixture: Fixture): Promise<void> {
  const applied = (fixture.schema_migrations ?? []).map(({ name: file }) => String(file)).sort()
  const isGateway = !applied.includes('0001_baseline.sql')
  if (isGateway) await loadGateway(connection)
  const client = new pg.Client(connection)
  await client.connect()
  for (const file of isGateway ? [] : applied)
    await client.query(await readFile(join(root, 'db/migrations', file), 'utf8'))
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query('delete from schema_migrations')
  // The rows that triggers derive are part of the fixture.
  await client.query('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(fixture)) {
    const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`)
    if (columns.length === 0) continue
    await client.query(
      `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    )
  }
  await client.end()
}

test('two processes at once upgrade and serve the data of the previous release', async () => {
  const fixture: Fixture = JSON.parse(
    brotliDecompressSync(await readFile(join(root, 'test/release/previous.json.br'))).toString(),
  )
  const server: pg.ClientConfig = JSON.parse(process.env[postgresVariable] ?? '')
  const connection = await createEmptyDatabase(server, name)
  await restore(connection, fixture)
  const dataDir = await makeDataDir()
  const processes = await Promise.all([startServer(connection, dataDir), startServer(connection, dataDir)])
  const db = openDatabase({ connection, poolSize: 2 })

  const migrations = await readdir(join(root, 'db/migrations'))
  const journal = await db.rows<{ name: string }>(sql`select name from schema_migrations order by name`)
  expect(journal.map(({ name: file }) => file)).toEqual(
    migrations.filter((file) => file.endsWith('.sql')).sort(),
  )
  const counts = await db.row(sql`select
    (select count(*)::int from users) as users, (select count(*)::int from submissions) as submissions,
    (select count(*)::int from votes) as votes`)
  expect(counts).toEqual({
    users: fixture.users?.length,
    submissions: fixture.submissions?.length,
    votes: fixture.votes?.length,
  })
  const twice = await db.rows(sql`
    select title from challenges where status = 'active' group by title having count(*) > 1`)
  expect(twice).toEqual([])

  const challenge = await db.row<{ id: string; title: string }>(sql`
    select id, title from challenges where status = 'completed' and winner_id is not null order by id limit 1`)
  const keeper = hashSecret('fixture session of Keeper of the Gate').toString('base64url')
  for (const { origin } of processes) {
    const home = await fetch(origin)
    expect(home.status).toBe(200)
    expect(await home.text()).toContain('Creative Dojo')
    const page = await fetch(`${origin}/challenges/${challenge?.id}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(challenge?.title)
    const profile = await fetch(`${origin}/profile/edit`, {
      headers: { Cookie: `session=${keeper}` },
      redirect: 'manual',
    })
    expect(profile.status).toBe(200)
    expect(await profile.text()).toContain('Keeper of the Gate')
  }
  expect(await brokenInvariants(db)).toEqual([])
  for (const { takeOutput, stop } of processes) {
    expect(takeOutput()).not.toMatch(/error|fail/i)
    await stop()
  }
  await db.close()
  await dropTestDatabase(server, name)
  await rm(dataDir, { recursive: true, force: true })
})
