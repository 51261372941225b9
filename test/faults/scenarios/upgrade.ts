import { execFile, spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectRoot, startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { until, urlOf } from '../postgres.ts'
import { type Scenario, SkipScenario } from '../scenario.ts'
import { emptyDatabase } from '../shared-postgres.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

/** 0.17.0. */
const previous = 'a1bacf37'
const run = promisify(execFile)

export const upgrade: Scenario = {
  name: 'upgrade',
  fault: 'processes of the previous and of this release work on one database',
  cycles: { short: 1, long: 3 },
  longOnly: true,
  async run(context) {
    const root = await previousRelease(context.folder)
    const connection = await emptyDatabase('upgrade')
    const databaseUrl = urlOf(connection)
    const old = await startApp(context, { root, databaseUrl })
    const next = await startApp(context, { databaseUrl })
    const world = await onDatabase(connection, (db) => makeWorld(db, 16, { ballots: 3, open: 3 }))
    const journal = new Journal()
    const target = { urls: [old.url, next.url], world, journal, random: context.random }
    const load = startLoad(target, 4)
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { ballots: 1, open: 1, ending: 3, closing: 3, dueMs: [200, 1_500] }),
      )
      await sleep(2_000)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 15_000, 'the end of all transitions'),
      )
      for (const url of target.urls) await expectPages(url, world.open)
    }
    target.urls.shift()
    old.kill('SIGTERM')
    await old.ended()
    await load.stop()
    await retryUnknown(target)
    // The previous release answers some errors with 500; what counts is that a retry succeeds.
    const errors = journal.anomalies.splice(0).length
    await verify(connection, { world, journal })
    return { ...journal.counts, 'errors cured by a retry': errors, transitions: world.due.size }
  },
}

async function expectPages(url: string, challengeIds: readonly string[]): Promise<void> {
  for (const id of challengeIds) {
    const { status } = await fetch(`${url}/challenges/${id}`)
    if (status !== 200) throw new Error(`${url} answers the page of a challenge with ${status}`)
  }
}

/** The previous release's sources with their own packages and build. */
async function previousRelease(folder: string): Promise<string> {
  const root = join(folder, 'previous')
  const archive = join(folder, 'previous.tar')
  const made = spawnSync('git', ['archive', '--output', archive, previous], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  if (made.status !== 0)
    throw new SkipScenario(`the history of the sources is not here (${made.stderr?.trim()})`)
  await mkdir(root)
  await run('tar', ['-xf', archive, '-C', root])
  await run(process.execPath, ['scripts/bootstrap.mjs', '--build'], { cwd: root, maxBuffer: 1e8 })
  return root
}
