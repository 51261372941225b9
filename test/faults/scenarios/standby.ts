import { chown, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverUser } from '#platform/database/embedded/programs.server.ts'
import { startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { startForwarder } from '../forwarder.ts'
import { Journal } from '../journal.ts'
import { createDatabase, type PostgresServer, startPostgres, until } from '../postgres.ts'
import { type FaultContext, must, type Scenario } from '../scenario.ts'
import { verify } from '../verify.ts'
import { makeWorld, onDatabase } from '../world.ts'

export const standby: Scenario = {
  name: 'standby',
  fault: 'the server is killed under load and its synchronous standby is promoted',
  cycles: { short: 1, long: 5 },
  async run(context) {
    let [losses, slowest] = [0, 0]
    const counts = { acknowledged: 0, unknown: 0, refused: 0 }
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      const primary = await startPostgres(context, join(context.folder, `primary-${cycle}`), {
        synchronous_standby_names: '*',
        // Until the standby is there, commits do not wait for it.
        synchronous_commit: 'local',
      })
      const connection = await createDatabase(primary.connection, 'standby')
      const world = await onDatabase(connection, (db) => makeWorld(db, 16, { ballots: 5, open: 5 }))
      const second = await startStandby(context, primary, join(context.folder, `standby-${cycle}`))
      await waitForCommits(primary)

      const forwarder = await startForwarder(context, primary.connection)
      const url = `postgres://dojo@127.0.0.1:${forwarder.port}/standby`
      const app = await startApp(context, { databaseUrl: url })
      const journal = new Journal()
      const target = { urls: [app.url], world, journal, random: context.random }
      const load = startLoad(target, 6)
      await until(() => journal.counts.acknowledged > 30, 20_000, 'the load')
      await sleep(context.random.between(0, 300))
      await primary.stop('SIGKILL')
      losses++
      await promote(second)
      forwarder.upstream = second.connection
      slowest = Math.max(slowest, await app.ready(30_000))
      await sleep(300)
      await load.stop()
      await retryUnknown(target)
      must(app.isRunning(), `the app ended:\n${app.output().slice(-2_000)}`)
      await verify({ ...second.connection, database: 'standby' }, { world, journal })
      for (const key of ['acknowledged', 'unknown', 'refused'] as const) counts[key] += journal.counts[key]
      app.kill('SIGTERM')
      await second.stop('SIGQUIT')
    }
    return { promotions: losses, ...counts, 'slowest recovery (ms)': slowest }
  },
}

/** Copies the running server's files between pg_backup_start and pg_backup_stop, and follows it from there. */
async function startStandby(
  context: FaultContext,
  primary: PostgresServer,
  folder: string,
): Promise<PostgresServer> {
  const cluster = join(folder, 'cluster')
  await mkdir(folder, { recursive: true })
  const client = new pg.Client(primary.connection)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await cp(primary.cluster, cluster, {
    recursive: true,
    filter: (path) => !/postmaster\.(pid|opts)$|\.s\.PGSQL/.test(path),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(cluster, 'standby.signal'), '')
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await giveAway(cluster)
  return startPostgres(context, folder, {
    primary_conninfo: `host=${primary.cluster} port=5432 user=dojo application_name=standby`,
    hot_standby: 'on',
  })
}

async function giveAway(cluster: string): Promise<void> {
  const user = serverUser()
  if (!user) return
  const entries = await readdir(cluster, { recursive: true })
  await Promise.all(['', ...entries].map((path) => chown(join(cluster, path), user.uid, user.gid)))
}

/** From now on every commit waits until the standby has it. */
async function waitForCommits({ connection }: PostgresServer): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await until(
    async () => {
      const { rows } = await client.query<{ state: string }>(
        `select sync_state as state from pg_stat_replication where state = 'streaming'`,
      )
      return rows[0]?.state === 'sync'
    },
    20_000,
    'a synchronous standby',
  )
  await client.query(`alter database standby set synchronous_commit = 'on'`)
  await client.end()
}

async function promote({ connection }: PostgresServer): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('select pg_promote(true, 30)')
  await client.end()
}
