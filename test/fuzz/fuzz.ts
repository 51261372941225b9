import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { setRole } from '#domain/members/administrators.server.ts'
import { Browser } from '#test/browser.ts'
import { seedFixtures } from '#test/e2e/seed-fixtures.ts'
import { memberOf } from '#test/e2e/sign-in.ts'
import type { Site } from '#test/e2e/site.ts'
import { begin } from '#test/sign-in.ts'
import { type FuzzRequest, type FuzzWorld, fuzzRequest } from './requests.ts'

interface FuzzOptions {
  seed: number
  requests: number
  parallel: number
  /** Called after each twentieth of the requests. */
  onProgress?: (sent: number) => Promise<void>
}

interface FuzzResult {
  statuses: Record<string, number>
  /** Responses with status 503, which limits and outages may cause. */
  refusedAsBusy: number
  /** Invalid responses with their requests. */
  failures: string[]
}

const answerWithinMs = 20_000
const fragmentMs = 300

/** Seeds fixtures and signs in the clients that send requests. */
export async function prepareWorld(site: Site): Promise<FuzzWorld> {
  const [member, admin] = [
    await signedIn(site.origin, 'ann@example.org'),
    await signedIn(site.origin, 'rei@example.org'),
  ]
  const { id } = await memberOf(site.db, 'rei@example.org')
  await setRole(site.db, id, 'administrator')
  const people = {
    owner: await memberOf(site.db, 'ann@example.org'),
    admin: await memberOf(site.db, 'rei@example.org'),
  }
  const { challenges, submissions, stranger } = await seedFixtures(site, people)
  const ids = [...Object.values(challenges), ...Object.values(submissions), stranger, people.owner.id]
  return { origin: site.origin, cookies: { visitor: '', member, admin }, ids }
}

/** Sends generated requests. Each complete request needs a response that is not a server error. */
export async function fuzz(site: Site, world: FuzzWorld, options: FuzzOptions): Promise<FuzzResult> {
  const { seed, requests, parallel, onProgress } = options
  const result: FuzzResult = { statuses: {}, refusedAsBusy: 0, failures: [] }
  const step = Math.ceil(requests / 20)
  let next = 0

  async function sendSome(until: number): Promise<void> {
    while (next < until) {
      const index = next++
      // With rate limits on, the site would refuse most forms.
      if (index % 100 === 0) await site.db.rows(sql`delete from rate_limits`)
      const request = fuzzRequest(seed, index, world)
      recordAnswer(request, await send(site.origin, request), result)
    }
  }

  for (let until = step; next < requests; until += step) {
    const end = Math.min(until, requests)
    await Promise.all(Array.from({ length: parallel }, () => sendSome(end)))
    await onProgress?.(next)
  }
  return result
}

function recordAnswer({ title, unfinished }: FuzzRequest, answer: string, result: FuzzResult): void {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))?.[1]
  const key = status ?? 'none'
  result.statuses[key] = (result.statuses[key] ?? 0) + 1
  if (status === '503') result.refusedAsBusy++
  else if (status === undefined ? !unfinished : Number(status) >= 500) {
    result.failures.push(`${title}: ${answer.slice(0, 300) || 'no answer'}`)
  }
}

/** Returns the response. Incomplete requests are given up after a timeout. */
function send(origin: string, { bytes, unfinished }: FuzzRequest): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (text.length < 2_000) text += chunk
    })
    socket.setTimeout(unfinished ? fragmentMs : answerWithinMs, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

async function signedIn(origin: string, email: string): Promise<string> {
  const browser = new Browser()
  const choice = await begin(origin, browser)
  await browser.submit(choice.url, { name: email, email, new: 'yes' })
  return `session=${browser.cookie('session')}`
}
