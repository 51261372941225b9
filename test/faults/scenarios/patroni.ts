import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { startBucket } from '#test/bucket.ts'
import { startApp } from '../app.ts'
import { retryUnknown, startLoad, type Target, vote } from '../clients.ts'
import { startPatroni } from '../patroni.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { imageProblems, transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, onDatabase, type Person } from '../world.ts'

const longestMs = 30_000

export const patroni: Scenario = {
  name: 'patroni',
  fault:
    "all processes of the leader's machine, of three under Patroni, are killed, or at every sixth time stopped",
  cycles: { short: 1, long: 12 },
  longOnly: true,
  async run(context) {
    const cluster = await startPatroni(context)
    const { host, port, user, password } = cluster.connection
    const { s3, close } = await startBucket(join(context.folder, 'bucket'))
    context.onEnd(close)
    const databaseUrl = `postgres://${user}:${password}@${host}:${port}/patroni`
    const env = {
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    }
    const options = { databaseUrl, env }
    const setup = await setUpScenario(context, { server: cluster.connection, people: 26, app: options })
    const { app, connection, world, journal } = setup
    // Each has a DATA_DIR of its own.
    const apps = [app, await startApp(context, options)]
    const urls = apps.map(({ url }) => url)
    const processes = await Promise.all(apps.map((each) => each.processes()))
    const [voters, people] = [world.people.slice(0, 2), world.people.slice(2)]
    const target = { urls, world: { ...world, people }, journal, random: context.random }
    const waits: number[] = []
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { ballots: 2, open: 3, ending: 3, closing: 3, dueMs: [1_000, 25_000] }),
      )
      const acknowledged = journal.counts.acknowledged
      const load = startLoad(target, 6)
      await until(() => journal.counts.acknowledged > acknowledged + 30, longestMs, 'the load')
      await sleep(context.random.between(0, 2_000))
      const leader = await cluster.leader()
      const begun = performance.now()
      if (cycle % 6 === 0) await cluster.freeze(leader)
      else await cluster.kill(leader)
      await Promise.all(voters.map((voter, index) => voteUntilAccepted(target, voter, urls[index] ?? '')))
      waits.push(Math.round(performance.now() - begun))
      for (const each of apps) await each.ready()
      await sleep(1_000)
      await load.stop()
      await retryUnknown(target)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), longestMs, 'the end of all transitions'),
      )
      await cluster.start(leader)
      await cluster.whole()
    }
    await verify(connection, { world, journal })
    const files = await openFileStore({ dataDir: context.folder, s3 })
    const lost = await onDatabase(connection, (db) =>
      imageProblems(db, async (key) => must((await files.get(key))?.stream.destroy(), 'not in the bucket')),
    )
    must(lost.length === 0, lost.slice(0, 5).join(', '))
    must(
      String(await Promise.all(apps.map((each) => each.processes()))) === String(processes),
      'a process of the app ended',
    )
    const [median, slowest] = [waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)], waits.at(-1)]
    must((slowest ?? 0) <= longestMs, `the first vote was accepted after ${slowest} ms`)
    return {
      kills: context.cycles - Math.floor(context.cycles / 6),
      stops: Math.floor(context.cycles / 6),
      ...journal.counts,
      votes: [...journal.votes.values()]
        .flatMap(({ history }) => history)
        .filter((line) => line.endsWith(VOTING_MESSAGES.voted)).length,
      transitions: world.due.size,
      'median wait for a vote (ms)': median ?? 0,
      'longest wait for a vote (ms)': slowest ?? 0,
    }
  },
}

/** A vote in the newest challenge by one process of the app, repeated as a member would. */
async function voteUntilAccepted(target: Target, voter: Person, url: string): Promise<void> {
  const { challengeId = '', submissionIds = [] } = target.world.ballots.at(-1) ?? {}
  const submissionId = target.random.pick(submissionIds)
  await until(
    async () => {
      const answer = await vote({ ...target, urls: [url] }, voter, challengeId, submissionId)
      if (answer.knowledge !== 'acknowledged') await sleep(250)
      return answer.knowledge === 'acknowledged'
    },
    2 * longestMs,
    'an accepted vote',
  )
}
