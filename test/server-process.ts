import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../scripts/free-port.ts'

export interface ServerProcess {
  child: ChildProcess
  url: string
  out(): string
  err(): string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

const settings = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  OIDC_CLIENT_ID: 'dojo',
  OIDC_CLIENT_SECRET: 'word',
  CONTACT_EMAIL: 'contact@dojo.example',
}

/** Starts the server as `npm start` does, with the real migrations, a build of nothing, and no demo world. */
export async function spawnServer(
  env: Record<string, string>,
  port?: number,
  args: string[] = [],
): Promise<ServerProcess> {
  const chosen = port ?? (await freePort())
  const child = spawn(process.execPath, [resolve('test/server-main.ts'), await bareRoot(), ...args], {
    env: { ...settings, PORT: String(chosen), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [out, err] = [collect(child.stdout), collect(child.stderr)]
  return { child, url: `http://localhost:${chosen}`, out, err, ended }
}

/** Waits until pages are served. */
export async function ready(server: ServerProcess): Promise<ServerProcess> {
  for (let left = 1_000; left > 0; left--) {
    if (server.child.exitCode !== null) throw new Error(`the server ended:\n${server.out()}${server.err()}`)
    const answer = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (answer?.ok) return server
    await sleep(50)
  }
  throw new Error(`the server is not ready:\n${server.out()}${server.err()}`)
}

/** Waits until the server writes a line to its standard output. */
export async function said(server: ServerProcess, line: string): Promise<void> {
  await expect.poll(server.out).toContain(line)
}

/** Makes an empty folder that other accounts can access, since PostgreSQL does not run as root. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-server-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function bareRoot(): Promise<string> {
  const root = await temporaryFolder()
  await symlink(resolve('package.json'), join(root, 'package.json'))
  await symlink(resolve('db'), join(root, 'db'))
  await symlink(resolve('test/bare-build'), join(root, 'build'))
  return root
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: string[] = []
  stream?.on('data', (chunk) => chunks.push(String(chunk)))
  return () => chunks.join('')
}
