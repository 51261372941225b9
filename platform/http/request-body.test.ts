import { expect, test } from 'vitest'
import {
  type BodyLimits,
  bodyBudget,
  isRequestBodyError,
  limitBody,
  receiveAhead,
} from './request-body.server.ts'

const kilobyte = 1024

function limits(change: Partial<BodyLimits> = {}): BodyLimits {
  const budget = bodyBudget({ perClient: 100 * kilobyte, total: 150 * kilobyte })
  return { maxBytes: 64 * kilobyte, idleMs: 60_000, totalMs: 60_000, client: 'a', budget, ...change }
}

/** A form of so many kilobytes, which then ends or stays open. */
function form(size: number, open = false): Request {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < size) controller.enqueue(new Uint8Array(kilobyte))
      else if (!open) controller.close()
      else return new Promise<void>(() => undefined)
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return new Request('http://localhost/form', init)
}

async function outcome({ request, error }: ReturnType<typeof limitBody>) {
  try {
    return (await request.arrayBuffer()).byteLength
  } catch (thrown) {
    expect(isRequestBodyError(thrown)).toBe(true)
    expect(error()).toBe(thrown)
    return error()?.status
  }
}

test('a body within its limits passes completely', async () => {
  expect(await outcome(limitBody(form(64), limits()))).toBe(64 * kilobyte)
})

test('a larger one fails with 413 and reading stops', async () => {
  expect(await outcome(limitBody(form(65), limits()))).toBe(413)
})

test.each([
  ['stops', { idleMs: 10 }],
  ['takes too long in all', { totalMs: 10 }],
])('one that %s fails with 408', async (_, change) => {
  expect(await outcome(limitBody(form(1, true), limits(change)))).toBe(408)
})

test('bodies of one client, and of all, fail with 503 beyond the budget, until one is done', async () => {
  const shared = limits()
  const first = limitBody(form(60), shared)
  expect(await outcome(first)).toBe(60 * kilobyte)
  expect(await outcome(limitBody(form(60), shared))).toBe(503)
  const other = { ...shared, client: 'b' }
  expect(await outcome(limitBody(form(50), other))).toBe(50 * kilobyte)
  expect(await outcome(limitBody(form(50), { ...shared, client: 'c' }))).toBe(503)
  first.done()
  expect(await outcome(limitBody(form(60), shared))).toBe(60 * kilobyte)
})

test('of bodies that arrive together, as many pass as fit into the budget', async () => {
  const shared = limits()
  const bodies = Array.from({ length: 4 }, () => limitBody(form(40), shared))
  const outcomes = await Promise.all(bodies.map(outcome))
  expect(outcomes.filter((size) => size === 40 * kilobyte)).toHaveLength(2)
  expect(outcomes.filter((status) => status === 503)).toHaveLength(2)
})

test('beyond the total, the oldest unfinished body of the client that holds most is ended', async () => {
  const shared = limits()
  const large = [30, 31].map((size) => receiveAhead(form(size, true), { ...shared, client: 'large' }))
  const small = limitBody(form(40, true), { ...shared, client: 'small' })
  const reading = small.request.text().catch(() => small.error()?.status)
  const finished = await receiveAhead(form(40), { ...shared, client: 'finished' })
  await new Promise((resolve) => setTimeout(resolve, 20))

  const next = await receiveAhead(form(20), { ...shared, client: 'next' })
  expect(await next.request.text()).toHaveLength(20 * kilobyte)
  const ended = await large[0]
  await expect(ended?.request.text()).rejects.toThrow('Too many forms')
  expect(ended?.error()?.status).toBe(503)

  next.done()
  const later = await receiveAhead(form(39), { ...shared, client: 'later' })
  expect(later.error()).toBeUndefined()
  expect(await Promise.race([large[1], 'receiving'])).toBe('receiving')
  expect((await receiveAhead(form(25), { ...shared, client: 'last' })).error()).toBeUndefined()
  expect(await reading).toBe(503)
  expect((await finished.request.text()).length).toBe(40 * kilobyte)
})

test('bytes that the reader does not keep are released when it asks for more', async () => {
  const shared = limits({ isReleased: true })
  const reading = ['a', 'a', 'b'].map((client) => limitBody(form(64), { ...shared, client }))
  for (const { keep } of reading) keep(10 * kilobyte)
  expect(await Promise.all(reading.map(outcome))).toEqual(Array(3).fill(64 * kilobyte))
  // Of each body 10 KB are counted until it is done.
  expect(shared.budget.take('a', 80 * kilobyte)).toBe(true)
  expect(shared.budget.take('a', 1)).toBe(false)
  for (const { done } of reading) done()
  expect(shared.budget.take('a', 20 * kilobyte)).toBe(true)
  expect(shared.budget.take('a', 1)).toBe(false)
})

test('bytes that were received ahead are released when they are read', async () => {
  const shared = limits()
  const { request, done } = await receiveAhead(form(60), shared)
  expect(shared.budget.take('a', 41 * kilobyte)).toBe(false)
  expect((await request.arrayBuffer()).byteLength).toBe(60 * kilobyte)
  expect(shared.budget.take('a', 100 * kilobyte)).toBe(true)
  done()
  expect(shared.budget.take('a', 1)).toBe(false)
})

test.each([
  ['read at once', limitBody],
  ['received ahead', receiveAhead],
])('one in pieces of one byte, %s, fails with 408', async (_, limited) => {
  let pieces = 0
  const body = new ReadableStream({
    pull(controller) {
      pieces++
      controller.enqueue(new Uint8Array(1))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const request = await limited(new Request('http://localhost/form', init), limits())
  expect(await outcome(request)).toBe(408)
  expect(pieces).toBeLessThan(1_000)
})

test('a body received ahead in many pieces arrives completely', async () => {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(100).fill(sent++ % 251))
      if (sent === 330) controller.close()
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const { request } = await receiveAhead(new Request('http://localhost/form', init), limits())
  const bytes = new Uint8Array(await request.arrayBuffer())
  expect(bytes.length).toBe(33_000)
  expect(bytes.every((byte, place) => byte === Math.floor(place / 100) % 251)).toBe(true)
})

test('no body is ended in vain while the bytes of a client are those of received ones', async () => {
  const shared = limits()
  const received = await Promise.all([50, 45].map((size) => receiveAhead(form(size), shared)))
  const still = receiveAhead(form(0, true), shared)
  const next = await receiveAhead(form(20), shared)
  expect(next.error()?.status).toBe(503)
  expect(await Promise.race([still, 'receiving'])).toBe('receiving')
  for (const { done } of received) done()
})
