import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { baseEnvironment, makeBase, runIn, startIn } from './bare-base.ts'
import { copyProject } from './copy-project.ts'
import { type Copy, readDockerfile, type Stage } from './dockerfile.ts'

// Runs the commands of the Dockerfile without Docker, each stage in a Debian without a compiler. Then starts the app as
// the image's account, checks its health and stops it.
const root = join(import.meta.dirname, '../..')
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
const { stages } = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const work = mkdtempSync('/var/tmp/dojo-image-')
process.once('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }))

for (const stage of stages) await build(stage)
await start(stages.at(-1) as Stage)
console.log('The commands of the Dockerfile work.')

function baseOf(stage: Pick<Stage, 'name'>): string {
  return join(work, stage.name ?? 'last')
}

async function build(stage: Stage): Promise<void> {
  const base = baseOf(stage)
  mkdirSync(base)
  // This Node is that of the packages, as in the image.
  const reason = makeBase(base, process.execPath)
  if (reason) {
    console.log(`skipped: the check of the Dockerfile, since ${reason}`)
    process.exit(0)
  }
  await runIn(base, ['useradd', '--create-home', 'node'], { cwd: '/' })
  mkdirSync(join(base, 'app'))
  for (const step of stage.steps) {
    if (step.type === 'copy') copy(stage, step.copy)
    else {
      console.log(`${stage.name ?? 'last'}: ${step.command}`)
      await runIn(base, ['sh', '-c', step.command], { cwd: '/app', env: environmentOf(stage) })
    }
  }
}

function copy(stage: Stage, { from, sources, target }: Copy): void {
  const app = join(baseOf(stage), 'app')
  if (from === undefined) copyProject(app, [...sources, ...ignored.map((name) => `:(exclude)${name}`)])
  else
    for (const source of sources)
      execFileSync('cp', ['-a', join(baseOf({ name: from }), source), join(app, target)])
}

async function start(stage: Stage): Promise<void> {
  const port = String(await freePort())
  // Without a provider the app is a demo, which listens on loopback only.
  const env = { ...environmentOf(stage), HOST: '127.0.0.1', PORT: port }
  const options = { cwd: '/app', env, user: 'node:node' }
  const app = await startIn(baseOf(stage), stage.command ?? [], `http://127.0.0.1:${port}/readyz`, options)
  await runIn(baseOf(stage), stage.healthcheck ?? [], options)
  await app.stop()
}

function environmentOf(stage: Stage): Record<string, string> {
  const { PATH = '' } = baseEnvironment()
  return Object.fromEntries(
    Object.entries(stage.env).map(([name, value]) => [name, value.replace('$PATH', PATH)]),
  )
}
