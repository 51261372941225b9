import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { VOTE_REFUSALS, VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { decodeCookieValue } from '#platform/identity/cookies.ts'
import type { Journal, Knowledge, SubmissionState, VoteState } from './journal.ts'
import type { Random } from './random.ts'
import type { Person, World } from './world.ts'

export interface Target {
  /** Addresses of the app's processes; each request goes to one of them. */
  urls: string[]
  world: World
  journal: Journal
  random: Random
}

interface Load {
  /** Lets the requests under way finish. */
  stop(): Promise<void>
}

/** The result that a client received. */
interface Answer {
  knowledge: Knowledge
  /** For the journal. */
  text: string
  status: number
}

let image: Promise<Buffer> | undefined
let serial = 0

/** Starts clients that vote, withdraw and submit, each one request at a time without pauses. */
export function startLoad(target: Target, clients: number): Load {
  let stopping = false
  async function client(): Promise<void> {
    while (!stopping) {
      const answer = await act(target)
      // Waits longer when the server is unavailable.
      const isAway = answer?.status === 0 || answer?.status === 503
      if (answer?.knowledge !== 'acknowledged') await sleep(isAway ? 250 : 15)
    }
  }
  const running = Array.from({ length: clients }, client)
  return {
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}

function act(target: Target): Promise<Answer | undefined> {
  return target.random.next() < 0.75 ? voteAtRandom(target) : submitAtRandom(target)
}

async function voteAtRandom(target: Target): Promise<Answer | undefined> {
  const { world, journal, random } = target
  if (world.ballots.length === 0) return undefined
  const person = random.pick(world.people)
  // New challenges first: their members have not voted yet.
  const { challengeId, submissionIds } = random.pick(world.ballots.slice(-6))
  const { possible } = journal.voteOf(person.id, challengeId)
  // A request that was not answered may still take effect, so its vote is left alone until it is retried.
  if (possible.size > 1 || !claim(person, challengeId)) return undefined
  try {
    const [current = null] = possible
    if (current === null) return await vote(target, person, challengeId, random.pick(submissionIds))
    if (random.next() >= 0.4) return undefined
    return await withdraw(target, person, challengeId, current)
  } finally {
    release(person, challengeId)
  }
}

async function submitAtRandom(target: Target): Promise<Answer | undefined> {
  const { world, journal, random } = target
  if (world.open.length === 0) return undefined
  const person = random.pick(world.people)
  const challengeId = random.pick(world.open.slice(-6))
  if (journal.submissionOf(person.id, challengeId) || !claim(person, challengeId)) return undefined
  try {
    return await submit(target, person, challengeId, random.next() < 0.3)
  } finally {
    release(person, challengeId)
  }
}

const claimed = new Set<string>()

function claim({ id }: Person, challengeId: string): boolean {
  const key = `${id} ${challengeId}`
  if (claimed.has(key)) return false
  claimed.add(key)
  return true
}

function release({ id }: Person, challengeId: string): void {
  claimed.delete(`${id} ${challengeId}`)
}

/** Casts a vote and records the result. */
export async function vote(target: Target, person: Person, challengeId: string, submissionId: string) {
  const answer = await ballot(target, person, `/challenges/${challengeId}/submissions/${submissionId}/vote`, {
    done: VOTING_MESSAGES.voted,
    already: VOTE_REFUSALS.already,
    isRetry: target.journal.voteOf(person.id, challengeId).possible.has(submissionId),
  })
  target.journal.recordVote(person.id, challengeId, submissionId, answer.knowledge, answer.text)
  return answer
}

async function withdraw(target: Target, person: Person, challengeId: string, submissionId: string) {
  const answer = await ballot(
    target,
    person,
    `/challenges/${challengeId}/submissions/${submissionId}/unvote`,
    {
      done: VOTING_MESSAGES.withdrawn,
      already: VOTE_REFUSALS.noVote,
      isRetry: target.journal.voteOf(person.id, challengeId).possible.has(null),
    },
  )
  target.journal.recordVote(person.id, challengeId, null, answer.knowledge, answer.text)
  return answer
}

interface Expected {
  done: string
  /** The message of a retry if the first attempt succeeded. */
  already: string
  /** Whether an earlier attempt may have succeeded. */
  isRetry: boolean
}

async function ballot(target: Target, person: Person, path: string, expected: Expected): Promise<Answer> {
  const url = target.random.pick(target.urls)
  const response = await send(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: person.cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  if (typeof response === 'string') return { knowledge: 'unknown', text: response, status: 0 }
  const { status } = response
  if (status !== 303) return unexpected(target, response, path)
  const toast = response.headers.getSetCookie().find((cookie) => cookie.startsWith('toast-'))
  const value = /=([^;]+)/.exec(toast ?? '')?.[1]
  const { text = '' } = (decodeCookieValue(value) ?? {}) as { text?: string }
  if (text === expected.done) return { knowledge: 'acknowledged', text, status }
  if (text === expected.already && expected.isRetry) return { knowledge: 'acknowledged', text, status }
  if (text === VOTING_MESSAGES.failed) return { knowledge: 'unknown', text, status: 503 }
  target.journal.anomalies.push(`${path}: ${text}`)
  return { knowledge: 'refused', text, status }
}

/** Submits to a challenge and records the result. */
export async function submit(
  target: Target,
  person: Person,
  challengeId: string,
  withImage: boolean,
): Promise<Answer> {
  const { journal } = target
  const attempt = { title: `Submission ${++serial}`, withImage }
  const form = new FormData()
  form.set('title', attempt.title)
  form.set('description', 'Sent by a client of a fault scenario.')
  form.set('aiTools', 'Midjourney')
  form.set('termsAccepted', 'on')
  if (withImage) form.set('image', new Blob([new Uint8Array(await testImage())]), 'image.jpg')
  const url = target.random.pick(target.urls)
  const path = `/challenges/${challengeId}/submit`
  const response = await send(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: person.cookie, origin: url, accept: 'application/json' },
    body: form,
  })
  const before = journal.submissionOf(person.id, challengeId)
  const answer = await submissionAnswer(target, response, path, (before?.titles.length ?? 0) > 0)
  journal.recordSubmission(person.id, challengeId, attempt, answer.knowledge, answer.text)
  return answer
}

async function submissionAnswer(
  target: Target,
  response: Response | string,
  path: string,
  isRetry: boolean,
): Promise<Answer> {
  if (typeof response === 'string') return { knowledge: 'unknown', text: response, status: 0 }
  const { status } = response
  if (status === 201 || (status === 409 && isRetry)) {
    await response.arrayBuffer().catch(() => undefined)
    return { knowledge: 'acknowledged', text: String(status), status }
  }
  return unexpected(target, response, path)
}

/** 503 with Retry-After says to try again, 429 that nothing was done; anything else is an anomaly. */
async function unexpected({ journal }: Target, response: Response, path: string): Promise<Answer> {
  const { status } = response
  const body = await response.text().catch(() => '')
  const retryAfter = response.headers.get('retry-after')
  if (status === 503 && retryAfter !== null) return { knowledge: 'unknown', text: '503', status }
  if (status === 429 && retryAfter !== null) return { knowledge: 'refused', text: '429', status }
  const line = body.replace(/\s+/g, ' ').slice(0, 200)
  journal.anomalies.push(`${path}: ${status} ${response.headers.get('location') ?? ''} ${line}`)
  return { knowledge: status >= 500 ? 'unknown' : 'refused', text: String(status), status }
}

/** Retries writes without a known result until each has one. */
export async function retryUnknown(target: Target, timeoutMs = 30_000): Promise<number> {
  const { journal, world } = target
  const people = new Map(world.people.map((person) => [person.id, person]))
  const begun = performance.now()
  let retried = 0
  for (;;) {
    const votes = journal.unknownVotes()
    const submissions = journal.unknownSubmissions()
    if (votes.length + submissions.length === 0) return retried
    if (performance.now() - begun > timeoutMs) {
      const histories = [...votes, ...submissions].map(({ history }) => history.slice(-4).join(', '))
      throw new Error(`no result after ${timeoutMs} ms: ${histories.slice(0, 3).join(' | ')}`)
    }
    const retries = [...votes, ...submissions].map((state) => () => retry(target, people, state))
    retried += retries.length
    async function worker(): Promise<void> {
      for (let work = retries.shift(); work; work = retries.shift()) await work()
    }
    await Promise.all(Array.from({ length: 6 }, worker))
    await sleep(20)
  }
}

/** A vote that was being withdrawn is withdrawn again, one that was being cast is cast again. */
async function retry(
  target: Target,
  people: Map<string, Person>,
  state: VoteState | SubmissionState,
): Promise<void> {
  const person = people.get(state.userId)
  if (!person) return
  if ('titles' in state) {
    await submit(target, person, state.challengeId, state.withImage)
    return
  }
  const submissionId = [...state.possible].find((id) => id !== null)
  if (!submissionId) return
  const isCast = [...state.possible].at(-1) !== null
  await (isCast ? vote : withdraw)(target, person, state.challengeId, submissionId)
}

/** The response, or why there is none. */
export async function send(
  url: string,
  init: RequestInit = {},
  timeoutMs = 30_000,
): Promise<Response | string> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
    return cause?.code ?? cause?.message ?? String((error as Error).message)
  }
}

/** A small JPEG with noise, so that it has a realistic size. */
function testImage(): Promise<Buffer> {
  image ??= sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
  return image
}
