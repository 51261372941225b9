import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.server.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'
import { temporaryFolder } from '#test/server-process.ts'

interface Ended {
  code: number
  out: string
  err: string
}

async function runMigrate(databaseUrl: string): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    DATA_DIR: await temporaryFolder(),
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/operations/dojo.ts', 'migrate'],
      { env },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test('applies pending migrations, prints them, and fails with one line', async () => {
  const server = inject('testServer')
  const connection = await createEmptyDatabase(server, `migrate_command_${process.pid}`)
  const url = `postgres://${server.user}@${encodeURIComponent(String(server.host))}/${connection.database}`
  const db = openDatabase({ connection, poolSize: 1 })
  onTestFinished(async () => {
    await db.close()
    await dropTestDatabase(server, String(connection.database))
  })
  const files = (await readdir('db/migrations')).filter((name) => name.endsWith('.sql')).sort()

  const first = await runMigrate(url)
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toBe(
    [...files.map((name) => `Applied ${name}`), `${files.length} applied.`, ''].join('\n'),
  )
  expect(await runMigrate(url)).toMatchObject({ code: 0, out: 'The database is up to date.\n' })

  await db.rows(sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`)
  const refused = await runMigrate(url)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('The data has migration 9999_later.sql')
})
