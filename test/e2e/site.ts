import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { ImageServices } from '#domain/media/store.server.ts'
import { variables } from '#platform/config/variables.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { makeChallenge } from '#test/builders.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { createTestDatabase, patient } from '#test/postgres.ts'
import { freePort } from '../../scripts/free-port.ts'

export const postgresVariable = 'E2E_POSTGRES'

/** A production server with a separate database that the tests can access. */
export interface Site {
  origin: string
  /** With WEB_CONCURRENCY above 1, its children are the server processes. */
  pid: number
  db: Database
  /** Uses the image folder of the server. */
  images: ImageServices
  /** Output since the last call. */
  takeOutput(): string
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')

/** Starts a production server on a free port with an empty database. `extra` is added to its environment. */
export async function openSite(name: string, extra: Record<string, string> = {}): Promise<Site> {
  const connection = await createTestDatabase(JSON.parse(process.env[postgresVariable] ?? ''), name)
  const db = openDatabase({ connection, poolSize: 4, ...patient })
  // The server fills an empty database with demo data at its first start.
  await makeChallenge(db, { status: 'draft' })
  const dataDir = await makeDataDir()
  const server = await startServer(connection, dataDir, extra)
  const images = { db, files: await openFileStore({ dataDir, s3: undefined }), imageProcessor }
  return { ...server, db, images, stop }

  async function stop(): Promise<void> {
    await server.stop()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Makes a data folder. Other accounts need access: PostgreSQL does not run as root. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), `dojo-e2e-${process.pid}-`))
  await chmod(dataDir, 0o755)
  return dataDir
}

/** Starts a server on a database and waits until it serves pages. It is a production server unless `env` says otherwise. */
export async function startServer(
  connection: pg.ClientConfig,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Pick<Site, 'origin' | 'pid' | 'takeOutput' | 'stop'>> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const dev = env.NODE_ENV === 'development'
  const args = dev ? ['--conditions=development', 'server/dev.ts'] : ['build/server/main.js']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, ...settings(connection, dataDir, port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const takeOutput = collect(child)
  await ready(child, origin, takeOutput)
  return {
    origin,
    pid: child.pid ?? 0,
    takeOutput,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
    },
  }
}

/**
 * Empties all tables but schema_migrations and what the server made for itself in settings. Most are empty already, and
 * truncating a table takes longer.
 */
export async function emptySite(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const tables = await tx.rows<{ name: string }>(sql`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not in ('settings', 'schema_migrations')`)
    // The statements of the server that run now end first.
    await tx.rows(sql`lock table ${raw(tables.map(({ name }) => name).join(', '))} in access exclusive mode`)
    const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
    const toEmpty = await tx.rows<{ name: string }>(raw(filled.join(' union all ')))
    // Without triggers and foreign keys.
    await tx.rows(sql`set local session_replication_role = replica`)
    for (const { name } of toEmpty) await tx.rows(raw(`delete from ${name}`))
    // The server forgets what an earlier test has set.
    if (toEmpty.some(({ name }) => name === 'site_settings' || name === 'written_pages'))
      await tx.rows(sql`select pg_notify('schedule', '')`)
  })
}

/** Sets every variable, so that none comes from the environment of the test. */
function settings(connection: pg.ClientConfig, dataDir: string, port: number): Record<string, string> {
  const { host = '', port: socket = 5432, user = '', database = '' } = connection
  const query = new URLSearchParams({ host, port: String(socket), user: String(user) })
  return {
    ...Object.fromEntries(Object.keys(variables).map((name) => [name, ''])),
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql:///${database}?${query}`,
    LOG_LEVEL: 'warn',
  }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return () => {
    const text = output
    output = ''
    return text
  }
}

async function ready(child: ChildProcess, origin: string, takeOutput: () => string): Promise<void> {
  for (let left = 600; left > 0 && child.exitCode === null; left--) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not start:\n${takeOutput()}`)
}
