import sql from 'sql-template-tag'
import { startApp } from '../app.ts'
import { embeddedOf, until } from '../postgres.ts'
import { decodersOf, signal } from '../processes.ts'
import { must, type Scenario, SkipScenario } from '../scenario.ts'
import { photograph, upload } from '../uploads.ts'
import { makeWorld, onDatabase } from '../world.ts'

const members = 100

export const hundredUploads: Scenario = {
  name: 'hundred-uploads',
  fault: '100 members send a picture at once, while the decoder is stopped for ten seconds',
  cycles: { short: 1, long: 1 },
  async run(context) {
    if (process.platform !== 'linux') throw new SkipScenario('decoders are found in /proc')
    const app = await startApp(context, { env: { TRUST_PROXY: '1' } })
    const { connection } = await embeddedOf(app.dataDir)
    const world = await onDatabase(connection, (db) => makeWorld(db, members, { open: 1 }))
    const [challengeId = ''] = world.open
    const image = new Uint8Array(await photograph(2400, 1600, 20))
    let isRefused = false
    const onRefused = () => {
      isRefused = true
    }
    const sent = Promise.all(
      world.people.map((person, index) => upload(app.url, person, { challengeId, image, index, onRefused })),
    )
    sent.catch(() => undefined)
    // However fast the machine is, the queue is longer than anyone waits in it.
    await until(
      async () => {
        for (const pid of await decodersOf(app.pid())) signal(pid, 'SIGSTOP')
        return isRefused
      },
      60_000,
      'a refusal',
    )
    for (const pid of await decodersOf(app.pid())) signal(pid, 'SIGCONT')
    const refusals = await sent
    const stored = await onDatabase(connection, (db) =>
      db.row(sql`
        select count(*)::integer as submissions, count(distinct user_id)::integer as members,
          count(distinct image_id)::integer as shown, (select count(*)::integer from images) as images
        from submissions where challenge_id = ${challengeId}`),
    )
    const expected = { submissions: members, members, shown: members, images: members }
    must(JSON.stringify(stored) === JSON.stringify(expected), `stored: ${JSON.stringify(stored)}`)
    return {
      'bytes of each': image.length,
      'asked to try again': refusals.filter((times) => times > 0).length,
      'most often': Math.max(...refusals),
    }
  },
}
