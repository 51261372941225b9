import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '#platform/database/database.server.ts'
import { locatePrograms, serverUser } from '#platform/database/embedded/programs.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { projectRoot } from './app.ts'
import { processesIn, signal } from './processes.ts'
import type { FaultContext } from './scenario.ts'

/** A PostgreSQL server that a scenario starts, breaks and repairs; the app reaches it by DATABASE_URL. */
export interface PostgresServer {
  cluster: string
  connection: pg.ClientConfig
  pid(): number
  start(): Promise<void>
  /** Ends it by a signal and waits until its last process has ended. SIGINT is a fast shutdown. */
  stop(name?: NodeJS.Signals): Promise<void>
  isRunning(): boolean
}

const superuser = 'dojo'
const template = 'template_faults'
const port = 5432

/** Makes a cluster in `<folder>/cluster`, unless there is one, and starts a server on it. */
export async function startPostgres(
  context: Pick<FaultContext, 'onEnd'>,
  folder: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const cluster = join(folder, 'cluster')
  const user = serverUser()
  const binaries = locatePrograms()
  const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  if (!(await readFile(join(cluster, 'PG_VERSION')).catch(() => undefined))) {
    await mkdir(folder, { recursive: true })
    await mkdir(cluster, { mode: 0o700 })
    if (user) await chown(cluster, user.uid, user.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--no-instructions', '--no-sync']
    const args = [`--pgdata=${cluster}`, ...locale, '--auth=trust', `--username=${superuser}`]
    await promisify(execFile)(binaries.initdb, args, { ...user, cwd: '/', env: environment })
  }
  const all: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: cluster,
    port: String(port),
    max_connections: '200',
    jit: 'off',
    // Only processes are killed here, never the machine: what is written survives without waiting for the disk.
    fsync: 'off',
    timezone: 'UTC',
    ...settings,
  }
  const connection = { host: cluster, port, user: superuser, database: 'postgres' }
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()

  async function start(): Promise<void> {
    const log = await open(join(folder, 'postgres.log'), 'a')
    const args = ['-D', cluster, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
    const options = { ...user, cwd: '/', env: environment, detached: true }
    const started = spawn(binaries.postgres, args, { ...options, stdio: ['ignore', log.fd, log.fd] })
    await log.close()
    child = started
    ended = new Promise((resolve) => started.once('close', resolve))
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${await logOf(folder)}`)
      return answers(connection)
    }, 30_000)
  }

  async function stop(name: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (!child?.pid) return
    signal(child.pid, name)
    await ended
    // The other processes of a killed server end a moment later and still hold its shared memory.
    await until(async () => (await processesIn(cluster)).length === 0, 20_000, 'the end of PostgreSQL')
  }

  context.onEnd(() => stop('SIGQUIT'))
  await start()
  return {
    cluster,
    connection,
    start,
    stop,
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
  }
}

/** A migrated, empty database in the server; a copy of a template that the first call makes. */
export async function createDatabase(server: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await onServer(server, `select pg_advisory_lock(1)`, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [template])
    if (found.rowCount === 0) await makeTemplate(client, server)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return { ...server, database: name }
}

async function makeTemplate(client: pg.Client, server: pg.ClientConfig): Promise<void> {
  await client.query(`create database ${template}`)
  const database = openDatabase({ connection: { ...server, database: template }, poolSize: 1 })
  await migrate(database, join(projectRoot, 'db/migrations'))
  await database.close()
}

async function onServer(
  server: pg.ClientConfig,
  first: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(first)
    await work(client)
  } finally {
    await client.end()
  }
}

/** The address for DATABASE_URL. */
export function urlOf({ host = '', port: at, user = '', database = '' }: pg.ClientConfig): string {
  const place = new URLSearchParams({ host, port: String(at ?? port), user: String(user) })
  return `postgresql:///${database}?${place}`
}

/** How to reach the PostgreSQL that the app runs below `dataDir`, and the id of its main process. */
export async function embeddedOf(dataDir: string): Promise<{ connection: pg.ClientConfig; pid: number }> {
  const text = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  const lines = text.split('\n').map((line) => line.trim())
  const host = join(dataDir, 'postgres/cluster')
  const connection = { host, port: Number(lines[3]), user: superuser, database: 'dojo' }
  return { connection, pid: Number(lines[0]) }
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits until `condition` holds, asking every 25 ms, and returns how many milliseconds that took. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  timeoutMs: number,
  what = 'the condition',
): Promise<number> {
  const begun = performance.now()
  while (!(await condition())) {
    if (performance.now() - begun > timeoutMs) throw new Error(`${what} does not hold after ${timeoutMs} ms`)
    await sleep(25)
  }
  return Math.round(performance.now() - begun)
}

async function logOf(folder: string): Promise<string> {
  return (await readFile(join(folder, 'postgres.log'), 'utf8').catch(() => '')).slice(-1_000)
}
