import { join } from 'node:path'
import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { type App, projectRoot, startApp } from '../app.ts'
import { retryUnknown, startLoad, submit } from '../clients.ts'
import { Journal } from '../journal.ts'
import { createDatabase, until, urlOf } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { sharedPostgres } from '../shared-postgres.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

const hourMs = 3_600_000
const preload = join(projectRoot, 'test/faults/shifted-clock.mjs')

export const wrongClock: Scenario = {
  name: 'wrong-clock',
  fault: "one process's clock is an hour ahead and another's an hour behind",
  cycles: { short: 1, long: 5 },
  async run(context) {
    const connection = await createDatabase(await sharedPostgres(), 'wrong_clock')
    const { world, soon } = await onDatabase(connection, async (db) => ({
      world: await makeWorld(db, 12, { ballots: 3 }),
      // Over by the clock that is ahead, open by the database's.
      soon: await makeChallenge(db, { deadline: new Date(Date.now() + hourMs / 2) }),
    }))
    world.open.push(soon)
    const apps: App[] = []
    for (const shift of [hourMs, -hourMs]) {
      apps.push(
        await startApp(context, {
          databaseUrl: urlOf(connection),
          env: { FAULT_CLOCK_MS: String(shift), NODE_OPTIONS: `--import ${preload}` },
        }),
      )
    }
    const journal = new Journal()
    const target = { urls: apps.map(({ url }) => url), world, journal, random: context.random }
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { open: 2, ending: 6, closing: 6, dueMs: [300, 1_500] }),
      )
      const load = startLoad(target, 4)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 20_000, 'the end of all transitions'),
      )
      await load.stop()
      await retryUnknown(target)
    }
    const [ahead] = apps
    const person = world.people.find(({ id }) => !journal.submissionOf(id, soon))
    if (person && ahead) {
      const answer = await submit({ ...target, urls: [ahead.url] }, person, soon, false)
      must(
        answer.knowledge === 'acknowledged',
        `a submission before the deadline was refused: ${answer.text}`,
      )
    }
    await onDatabase(connection, async (db) => {
      const challenge = await db.row<{ status: string }>(
        sql`select status from challenges where id = ${soon}`,
      )
      must(challenge?.status === 'active', `a challenge went to ${challenge?.status} half an hour early`)
    })
    await verify(connection, { world, journal })
    return { ...journal.counts, transitions: world.due.size }
  },
}
