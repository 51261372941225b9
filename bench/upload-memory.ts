import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { largeImages } from './large-images.ts'
import { residentOf } from './processes.ts'
import { newMember, uploadAddress } from './uploader.ts'

/**
 * Measures the peak memory of a running demo during many uploads at once, each of a different member: node
 * bench/upload-memory.ts --site http://localhost:3000 --pid 1234 --challenge <id of an active challenge>. The
 * submissions have no title: their images are stored and swept a day later. The server must run with TRUST_PROXY=1,
 * since one address may send 128 MB at a time; one member may send three images at a time.
 */
const { values } = parseArgs({
  options: {
    site: { type: 'string', default: 'http://localhost:3000' },
    pid: { type: 'string', default: '' },
    challenge: { type: 'string', default: '' },
    uploads: { type: 'string', default: '40' },
  },
})
const { site } = values
const pid = Number(values.pid)
const address = uploadAddress(site, values.challenge)
const size = Math.round(9.8 * 1024 * 1024)

const members: string[] = []
const people: string[] = []
for (let i = 0; i < 14; i++) people.push(await newMember(site))
for (let i = 0; i < Number(values.uploads); i++) members.push(people[i % people.length] ?? '')
await sleep(3_000)
say(`at rest: ${residentOf(pid).toFixed(0)} MB`)
for (const { name, bytes } of await largeImages()) {
  const padded = new Uint8Array(Math.max(size, bytes.length))
  padded.set(bytes)
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, residentOf(pid))
  }, 20)
  const begun = performance.now()
  const answers = await Promise.all(members.map((cookie, i) => upload(cookie, padded, i)))
  clearInterval(watching)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const counts = Object.entries(Object.groupBy(answers, String)).map(
    ([answer, all]) => `${all?.length} x ${answer}`,
  )
  say(
    `${members.length} of ${name}, ${(padded.length / 2 ** 20).toFixed(1)} MB: peak ${peak.toFixed(0)} MB, ${seconds} s, ${counts.join(', ')}`,
  )
  await sleep(5_000)
  say(`5 s later: ${residentOf(pid).toFixed(0)} MB`)
}

async function upload(cookie: string, bytes: Uint8Array, index: number): Promise<string> {
  const body = new FormData()
  body.set('title', '')
  body.set('image', new File([bytes as Uint8Array<ArrayBuffer>], 'image', { type: 'image/jpeg' }))
  const client = `198.51.100.${index + 1}`
  const headers = { Cookie: cookie, Origin: site, Accept: 'application/json', 'X-Forwarded-For': client }
  const answer = await fetch(address, { method: 'POST', body, headers })
  const text = await answer.text()
  return `${answer.status}${text.includes('"widths"') ? ' stored' : ''}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
