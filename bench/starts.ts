import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startDemoServer, unset } from '../scripts/demo-server.ts'
import { median, type PartOptions, type Row } from './measure.ts'

/** Seconds until pages are served: first with an empty folder, then with its data, then from a clean clone. */
export async function starts({ rounds }: PartOptions): Promise<Row[]> {
  const [first, later] = [[], []] as [number[], number[]]
  for (let round = 0; round < rounds; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'dojo-start-'))
    for (const times of [first, later]) {
      const begun = performance.now()
      const server = await startDemoServer({ dataDir })
      times.push((performance.now() - begun) / 1000)
      await server.stop()
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return [
    row('start with its data and a build', median(later), 1),
    row('first start of the demo', median(first), 6),
    row('npm start in a clean clone, packages in npm’s cache', await cleanStart(), 25),
  ]
}

function row(work: string, seconds: number, most: number): Row {
  return {
    work,
    measured: `${seconds.toFixed(1)} s`,
    against: 'the goal',
    ratio: seconds / most,
    goal: `<= ${most} s`,
    met: seconds <= most,
  }
}

async function cleanStart(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-clone-'))
  await chmod(folder, 0o755)
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', resolve(import.meta.dirname, '..'), clone])
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, ...unset, PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isReady(port))) await sleep(50)
  const took = (performance.now() - begun) / 1000
  if (child.exitCode !== null) throw new Error('npm start ended')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
  return took
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
