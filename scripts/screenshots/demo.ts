import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { variables } from '#platform/config/variables.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'

interface Demo {
  origin: string
  statuses: Map<string, string>
  stop(): Promise<void>
}

/** Starts a new demo in a temporary folder, removed when it stops. */
export async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dojo-screenshots-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const noSettings = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      ...noSettings,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  while (child.exitCode === null && !(await answers(`${origin}/readyz`))) await sleep(200)
  if (child.exitCode !== null) throw new Error('The demo did not start')
  return { origin, statuses: await statusesIn(dataDir), stop }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function statusesIn(dataDir: string): Promise<Map<string, string>> {
  const connection = await runningEmbedded(join(dataDir, 'postgres'))
  if (!connection) throw new Error('The demo has no database')
  const db = openDatabase({ connection, poolSize: 1 })
  const rows = await db.rows<{ id: string; status: string }>(sql`select id, status from challenges`)
  await db.close()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
