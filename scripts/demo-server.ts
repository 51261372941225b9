import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { variables } from '#platform/config/variables.ts'

/** An environment in which every setting has its default. */
export const unset = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))

interface DemoServer {
  origin: string
  dataDir: string
  process: ChildProcess
  stop(): Promise<void>
}

/**
 * The built app with the demo on a free port, once it is ready. Without a data folder the demo has a temporary one, which
 * `stop` deletes. Settings of the environment do not apply, only those of `env`.
 */
export async function startDemoServer(
  options: { dataDir?: string; args?: readonly string[]; env?: Record<string, string>; ipc?: boolean } = {},
): Promise<DemoServer> {
  const dataDir = options.dataDir || (await mkdtemp(join(tmpdir(), 'dojo-demo-')))
  // PostgreSQL's account must enter it when root starts the server.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [...(options.args ?? ['server/main.ts'])], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      ...unset,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'ignore', 'inherit', ...(options.ipc ? (['ipc'] as const) : [])],
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await answers(`${origin}/readyz`))) await sleep(50)
  if (child.exitCode !== null) throw new Error('The demo did not start')
  return { origin, dataDir, process: child, stop }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  }
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
