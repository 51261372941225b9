import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady, unset } from '../scripts/demo-server.ts'
import { freePort } from '../scripts/free-port.ts'
import { inRounds, median, type Part } from './measure.ts'

/** Seconds until `npm start` in a clean clone serves pages. Its packages are in npm's cache from the second round on. */
export const starts: Part = async (versions, { rounds }) => {
  const found = (await inRounds(versions, rounds, startOfClone)).map((all) => `${median(all).toFixed(1)} s`)
  return [{ work: '`npm start` in a clean clone', found, goal: '<= 25 s' }]
}

async function startOfClone(version: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-clone-'))
  await chmod(folder, 0o755)
  const cwd = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', version, cwd])
  const port = await freePort()
  const env = { ...process.env, ...unset, PORT: String(port) }
  const begun = performance.now()
  const child = spawn('npm', ['start'], { cwd, env, stdio: 'ignore', detached: true })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isReady(port))) await sleep(50)
  const took = (performance.now() - begun) / 1000
  if (child.exitCode !== null) throw new Error(`npm start in ${cwd} ended with ${child.exitCode}`)
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
  return took
}
