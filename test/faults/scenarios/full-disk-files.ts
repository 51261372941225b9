import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { retryUnknown, send, startLoad, submit } from '../clients.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { mountSmallDisk } from '../small-disk.ts'
import { verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

export const fullDiskFiles: Scenario = {
  name: 'full-disk-files',
  fault: 'the disk of the uploaded files is full',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const disk = await mountSmallDisk(context, 24)
    const dataDir = join(disk.folder, 'data')
    await mkdir(dataDir)
    const stage = await setUpScenario(context, { app: { dataDir }, world: { ballots: 2, open: 2 } })
    const { app, connection, world, journal, target } = stage
    let refused = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) => extendWorld(db, world, { ballots: 1, open: 2 }))
      const challengeId = world.open.at(-1) ?? ''
      // Room for none of the image, for a part of it, and for the upload but not for what is stored.
      for (const [pages, person] of world.people.slice(0, 8).entries()) {
        await disk.free()
        await disk.fill(pages * 4096)
        const answer = await submit(target, person, challengeId, true)
        must(answer.status === 503, `an upload to a full disk was answered with ${answer.status}`)
        refused++
      }
      await disk.fill(0)
      const page = await send(`${app.url}/challenges/${challengeId}?full=${cycle}`)
      must(typeof page !== 'string' && page.status === 200, 'pages are served while the disk is full')
      const load = startLoad({ ...target, world: { ...world, open: [] } }, 2)
      const acknowledged = journal.counts.acknowledged
      await until(() => journal.counts.acknowledged > acknowledged + 5, 10_000, 'votes on a full disk')
      await load.stop()
      await disk.free()
      await app.ready(10_000)
      await retryUnknown(target)
    }
    await verify(connection, { world, journal, filesDir: join(dataDir, 'files') })
    return { ...journal.counts, 'uploads answered 503': refused }
  },
}
