import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { spawnApp } from '../app.ts'
import { embeddedOf } from '../postgres.ts'
import { memoryTogether, peakMegabytes, processesIn } from '../processes.ts'
import { must, type Scenario, SkipScenario } from '../scenario.ts'
import { photograph, upload } from '../uploads.ts'
import { makeWorld, onDatabase } from '../world.ts'

/**
 * The short form starts without the demo, whose filling takes longer than all the rest and leaves 100 MB resident. The peak
 * is that of a server at rest, 250 MB of files, beyond which uploads wait, and about 70 MB on their way.
 */
const forms = {
  short: { uploads: 12, withDemo: false, pixels: [3000, 2000], mostAtRest: 190, mostAtPeak: 400 },
  long: { uploads: 40, withDemo: true, pixels: [6000, 4000], mostAtRest: 280, mostAtPeak: 660 },
} as const
/** A further round of uploads uses the memory of the first. */
const mostGrowth = 60
const uploadBytes = Math.round(9.8 * 1024 * 1024)
const startTimeoutMs = 240_000

export const memory: Scenario = {
  name: 'memory',
  fault: '40 members upload 9.8 MB each at once to an app with the demo (short: 12, without)',
  cycles: { short: 1, long: 3 },
  async run(context) {
    if (process.platform !== 'linux') throw new SkipScenario('memory is read from /proc')
    const { uploads, withDemo, pixels, mostAtRest, mostAtPeak } = context.long ? forms.long : forms.short
    const demo: Record<string, string> = withDemo ? { OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' } : {}
    // As `npm start` sets it.
    const start = {
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/compile'),
      MALLOC_ARENA_MAX: '2',
    }
    const app = await spawnApp(context, { env: { ...demo, TRUST_PROXY: '1', ...start } })
    await app.ready(startTimeoutMs)
    const { connection } = await embeddedOf(app.dataDir)
    const atRest = await memoryAtRest(mostAtRest, async () => [
      ...(await app.processes()),
      ...(await processesIn(join(app.dataDir, 'postgres'))),
    ])
    must(atRest <= mostAtRest, `${atRest} MB at rest`)

    const world = await onDatabase(connection, (db) => makeWorld(db, uploads, { open: context.cycles }))
    const image = await largeImage(pixels)
    const peaks: number[] = []
    let refused = 0
    for (const challengeId of world.open) {
      const refusals = await Promise.all(
        world.people.map((person, index) => upload(app.url, person, { challengeId, image, index })),
      )
      refused += refusals.reduce((sum, one) => sum + one, 0)
      peaks.push(await peakMegabytes(app.pid()))
    }
    const [firstPeak = 0] = peaks
    const atPeak = Math.max(...peaks)
    const stored = await onDatabase(connection, (db) =>
      db.row<{ count: number }>(sql`
        select count(*)::int as count from submissions
        where challenge_id = any(${world.open}::uuid[]) and image_id is not null`),
    )
    must(stored?.count === uploads * context.cycles, `${stored?.count} of the submissions are stored`)
    must(app.isRunning(), 'the app ended')
    must(atPeak <= mostAtPeak, `${atPeak} MB resident at the peak`)
    must(atPeak - firstPeak <= mostGrowth, `the peak grew: ${peaks.join(', ')} MB`)
    return {
      'at rest (MB)': atRest,
      'server process at the peak (MB)': atPeak,
      stored: stored.count,
      'asked to try again': refused,
    }
  },
}

/** The least within a minute, since memory is given back a while after the start, later on a busy machine. */
async function memoryAtRest(enough: number, processes: () => Promise<number[]>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let left = 120; left > 0 && least > enough; left--) {
    await sleep(500)
    least = Math.min(least, await memoryTogether(await processes()))
  }
  return least
}

/** A photograph with bytes at its end that decoders ignore. */
async function largeImage([width, height]: readonly [number, number]) {
  const bytes = await photograph(width, height, 20)
  must(bytes.length < uploadBytes, `the image has ${bytes.length} bytes`)
  const padded = new Uint8Array(uploadBytes)
  padded.set(bytes)
  return padded
}
