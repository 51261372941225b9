import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { variables } from '#platform/config/variables.ts'
import { signal, workersOf } from './processes.ts'
import type { FaultContext } from './scenario.ts'

export const projectRoot = dirname(dirname(import.meta.dirname))

export interface App {
  url: string
  dataDir: string
  pid(): number
  /** The process with the id `pid`, and the server processes that it started. */
  processes(): Promise<number[]>
  /** Output since the first start. */
  output(): string
  kill(name: NodeJS.Signals): void
  isRunning(): boolean
  /** The exit code of the current process, once it has ended. */
  ended(): Promise<number | null>
  /** Waits until the process has ended and starts it again on the same port. */
  restart(): Promise<void>
  /** Waits until /readyz answers 200 and returns how many milliseconds that took. */
  ready(timeoutMs?: number): Promise<number>
}

export interface AppOptions {
  /** If empty, the app starts its own PostgreSQL in dataDir. */
  databaseUrl?: string
  /** Default: a new folder. */
  dataDir?: string
  env?: Record<string, string>
  /** A command that starts Node. */
  wrapper?: string[]
  /** Another checkout of the project. */
  root?: string
}

/** Starts the built app as `npm start` does, without demo data, on a loopback port, and waits until it is ready. */
export async function startApp(context: FaultContext, options: AppOptions = {}): Promise<App> {
  const app = await spawnApp(context, options)
  await app.ready()
  return app
}

export async function spawnApp(context: FaultContext, options: AppOptions = {}): Promise<App> {
  const port = await freePort()
  const dataDir = options.dataDir ?? join(context.folder, `data-${port}`)
  await mkdir(dataDir, { recursive: true })
  const env = {
    ...appEnvironment(),
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    ...options.env,
  }
  const root = options.root ?? projectRoot
  let output = ''
  let child = start()
  let end = endOf(child)
  context.onEnd(async () => {
    if (!isRunning()) return
    for (const pid of await processes()) signal(pid, 'SIGKILL')
    await end
  })

  function start(): ChildProcess {
    const [command = process.execPath, ...rest] = [
      ...(options.wrapper ?? []),
      process.execPath,
      '--max-semi-space-size=16',
      entryOf(root),
    ]
    const started = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-2_000_000)
      })
    }
    return started
  }

  async function processes(): Promise<number[]> {
    const pid = child.pid ?? 0
    return [pid, ...(await workersOf(pid))]
  }

  function isRunning(): boolean {
    return child.exitCode === null && child.signalCode === null
  }

  const url = `http://localhost:${port}`
  return {
    url,
    dataDir,
    isRunning,
    processes,
    pid: () => child.pid ?? 0,
    output: () => output,
    kill: (name) => signal(child.pid ?? 0, name),
    ended: () => end,
    async restart() {
      await end
      child = start()
      end = endOf(child)
    },
    async ready(timeoutMs = 60_000) {
      const begun = performance.now()
      while (performance.now() - begun < timeoutMs) {
        if (!isRunning()) throw new Error(`the app ended:\n${output.slice(-3_000)}`)
        if (await isReady(url)) return Math.round(performance.now() - begun)
        await sleep(25)
      }
      throw new Error(`the app is not ready after ${timeoutMs} ms:\n${output.slice(-3_000)}`)
    },
  }
}

/** The last word of `npm start`. */
function entryOf(root: string): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return scripts.start.split(' ').at(-1)
}

/** Sets every variable, so that none comes from the environment of the test. */
export function appEnvironment(): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(Object.keys(variables).map((name) => [name, ''])),
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'production',
    // With a provider configured there is no demo data. Sessions are inserted into the database.
    OIDC_CLIENT_ID: 'faults',
    OIDC_CLIENT_SECRET: 'faults',
    CONTACT_EMAIL: 'faults@example.org',
    LOG_LEVEL: 'warn',
  }
}

export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status === 200
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve))
}

const given = new Set<number>()

/** A port below the range of ephemeral ports, so that no outgoing connection takes it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (!given.has(port) && (await canListen(port))) {
      given.add(port)
      return port
    }
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  const listens = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  const result = await listens
  if (result) await new Promise((done) => server.close(done))
  return result
}
