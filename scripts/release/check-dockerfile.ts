import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, newAccount } from './clean-environment.ts'
import { type Copy, readDockerfile, type Stage } from './dockerfile.ts'

// Runs the commands of the Dockerfile without Docker: each stage in an empty folder, as an unprivileged user if
// started by root. /app and /data are folders of the stage. Then starts the app, checks its health and stops it.
const root = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'dojo-image-'))
const { remove, ...account } = newAccount()
const { stages } = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
try {
  chmodSync(work, 0o755)
  for (const stage of stages) build(stage)
  await start(stages.at(-1) as Stage)
  console.log('The commands of the Dockerfile work.')
} finally {
  rmSync(work, { recursive: true, force: true })
  remove()
}

function folderOf(stage: Stage): string {
  return join(work, stage.name ?? 'last')
}

function build(stage: Stage): void {
  const folder = folderOf(stage)
  for (const path of [folder, join(folder, 'app'), join(folder, 'home')]) {
    mkdirSync(path)
    own(path)
  }
  for (const step of stage.steps) {
    if (step.type === 'copy') copy(stage, step.copy)
    else run(stage, step.command)
  }
}

function copy(stage: Stage, { from, sources, target }: Copy): void {
  const app = join(folderOf(stage), 'app')
  for (const source of sources) {
    if (from !== undefined) {
      const origin = join(work, from, source)
      cpSync(origin, join(app, target), { recursive: true, verbatimSymlinks: true })
      continue
    }
    const listed = execFileSync('git', ['ls-files', '-z', '--', source], { cwd: root, encoding: 'utf8' })
    for (const file of listed.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(app, file)), { recursive: true })
      cpSync(join(root, file), join(app, file))
    }
  }
  if (account.uid !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, app])
}

function run(stage: Stage, command: string): void {
  console.log(`${stage.name ?? 'last'}: ${command}`)
  // The image's account does not exist here; the current account owns the folder.
  const local = translate(stage, command).replace(/ && chown \S+ \S+/, '')
  const { status } = spawnSync('sh', ['-c', local], { ...options(stage), stdio: 'inherit' })
  if (status !== 0) throw new Error(`exit code ${status}: ${command}`)
}

async function start(stage: Stage): Promise<void> {
  const [command = '', ...args] = stage.command ?? []
  const port = String(await freePort())
  const settings = { ...options(stage), stdio: 'inherit' as const }
  // Without a provider the app is a demo, which listens on loopback only.
  const env = { ...settings.env, HOST: '127.0.0.1', PORT: port }
  const app = spawn(command, args, { ...settings, env })
  const ended = new Promise<number | null>((resolve) => app.once('close', resolve))
  try {
    for (let left = 240; !(await isReady(port)); left--) {
      if (left === 0 || app.exitCode !== null) throw new Error('The app did not become ready')
      await sleep(500)
    }
    const [check = '', ...checkArgs] = stage.healthcheck ?? []
    const { status } = spawnSync(check, checkArgs, { ...settings, env })
    if (status !== 0) throw new Error(`The health check ended with ${status}`)
  } finally {
    app.kill('SIGTERM')
  }
  const code = await ended
  if (code !== 0) throw new Error(`The app ended with ${code}`)
}

function options(stage: Stage) {
  const folder = folderOf(stage)
  const own = Object.entries(stage.env).map(([name, value]) => [name, translate(stage, value)])
  const env: Record<string, string> = {
    ...cleanEnvironment(join(folder, 'home')),
    ...Object.fromEntries(own),
  }
  return { ...account, cwd: join(folder, 'app'), env }
}

function translate(stage: Stage, text: string): string {
  const folder = folderOf(stage)
  return text
    .replace(/(^|[\s:])\/(app|data)\b/g, `$1${folder}/$2`)
    .replace('$PATH', cleanEnvironment('').PATH ?? '')
}

function own(path: string): void {
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

async function isReady(port: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  return response?.ok === true
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
