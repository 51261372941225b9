import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { variables } from '#platform/config/variables.ts'
import { freePort } from './free-port.ts'

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
 * `stop` deletes. Settings of the environment do not apply, only those of `env`. `version` is the folder of another checkout.
 */
export async function startDemoServer(
  options: { version?: string; dataDir?: string; env?: Record<string, string> } = {},
): Promise<DemoServer> {
  const folder = options.version ?? resolve(import.meta.dirname, '..')
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const dataDir = options.dataDir || (await mkdtemp(join(tmpdir(), 'dojo-demo-')))
  const port = await freePort()
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: folder,
    env: {
      ...unset,
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isReady(port))) await sleep(50)
  if (child.exitCode !== null) throw new Error('The demo did not start')
  return { origin: `http://localhost:${port}`, dataDir, process: child, stop }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  }
}

export function isReady(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
