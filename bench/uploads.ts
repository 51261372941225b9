import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { largeImages } from './large-images.ts'
import { median, percentile } from './measure.ts'
import { watchProcess } from './processes.ts'
import { newMember, type Order, uploadAddress } from './uploader.ts'

/**
 * Measures uploads of 10 MB to a running demo, and page times during them: node bench/uploads.ts --site
 * http://localhost:3000 --pid 1234 --challenge <id of an active challenge> [--runs 5]. The submissions have no title:
 * their images are stored and swept a day later.
 */
const { values } = parseArgs({
  options: {
    site: { type: 'string', default: 'http://localhost:3000' },
    pid: { type: 'string', default: '' },
    challenge: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
  },
})
const { site, challenge } = values
const pid = Number(values.pid)
const runs = Number(values.runs)
const address = uploadAddress(site, challenge)
const pages = ['/', '/challenges']
const atOnce = 10
const requestsAlone = 200

const members = await Promise.all(Array.from({ length: atOnce }, () => newMember(site)))
const images = await largeImages()
// A worker thread sends them, so that sending does not delay the measurement.
const sender = new Worker(new URL('./uploader.ts', import.meta.url))

for (const { name, bytes } of images) {
  const found = []
  for (let run = 0; run < runs; run++)
    found.push(await cost(members.slice(run % atOnce, (run % atOnce) + 1), bytes))
  say(
    `${name}, ${(bytes.length / 2 ** 20).toFixed(1)} MB: CPU ${median(found.map(({ cpu }) => cpu)).toFixed(2)} s, ` +
      `memory ${found.map(({ memory }) => `+${memory.toFixed(0)}`).join(' ')} MB (${runs} one after another)`,
  )
}

const [photo] = images
for (const page of pages) {
  const ratios: number[] = []
  for (let run = 0; run < runs; run++) ratios.push(await slowdown(page, photo?.bytes ?? new Uint8Array()))
  say(`GET ${page}: p95 ${median(ratios).toFixed(2)} times as long beside uploads (median of ${runs})`)
}
await sender.terminate()

async function cost(cookies: string[], bytes: Uint8Array) {
  await new Promise((done) => setTimeout(done, 500))
  const watched = watchProcess(pid)
  await upload(cookies, bytes)
  return watched.stop()
}

async function slowdown(page: string, bytes: Uint8Array): Promise<number> {
  let more = requestsAlone
  const alone = percentile(await times(page, () => more-- > 0), 95)
  const watched = watchProcess(pid)
  const begun = performance.now()
  let open = true
  const sent = upload(members, bytes).then(() => {
    open = false
  })
  const taken = await times(page, () => open)
  await sent
  const beside = percentile(taken, 95)
  say(
    `GET ${page}: p95 of ${requestsAlone} ${alone.toFixed(1)} ms alone, of ${taken.length} ${beside.toFixed(1)} ms beside ${atOnce} uploads ` +
      `(${((performance.now() - begun) / 1000).toFixed(1)} s, +${watched.stop().memory.toFixed(0)} MB)`,
  )
  return beside / alone
}

/** Times of repeated requests for a page while `more` returns true. */
async function times(page: string, more: () => boolean): Promise<number[]> {
  const taken: number[] = []
  while (more()) {
    const begun = performance.now()
    await (await fetch(site + page)).arrayBuffer()
    taken.push(performance.now() - begun)
  }
  return taken
}

async function upload(cookies: string[], bytes: Uint8Array): Promise<void> {
  const order: Order = { site, address, cookies, bytes }
  sender.postMessage(order)
  const [failure] = await once(sender, 'message')
  if (failure) throw new Error(failure)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
