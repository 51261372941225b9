import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Busy, openSlots } from './slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, open: resolve }
}

test('runs as much at once as there are slots, the others in their order', async () => {
  const slots = openSlots({ atOnce: 2 })
  const began: number[] = []
  const gates = [gate(), gate(), gate(), gate()]
  const all = gates.map(({ work }, index) =>
    slots(async () => {
      began.push(index)
      await work()
      return index
    }),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toEqual([0, 1])
  gates[1]?.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('refuses what waited too long, and does not begin it later', async () => {
  const slots = openSlots({ atOnce: 1, waitMs: 1_000 })
  const first = gate()
  const running = slots(first.work)
  const late = vi.fn(async () => undefined)
  const refused = expect(slots(late)).rejects.toBeInstanceOf(Busy)
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  first.open()
  await running
  expect(await slots(async () => 'next')).toBe('next')
  expect(late).not.toHaveBeenCalled()
})

test('refuses at once when too many wait', async () => {
  const slots = openSlots({ atOnce: 1, waiting: 1 })
  const first = gate()
  const running = [slots(first.work), slots(async () => undefined)]
  await vi.advanceTimersByTimeAsync(0)
  await expect(slots(async () => undefined)).rejects.toBeInstanceOf(Busy)
  first.open()
  await Promise.all(running)
})

test('a failure frees its slot, and what was aborted does not begin', async () => {
  const slots = openSlots({ atOnce: 1 })
  const gone = new AbortController()
  const failing = slots(() => Promise.reject(new Error('no')))
  const work = vi.fn(async () => undefined)
  const aborted = slots(work, gone.signal)
  gone.abort(new Error('the client is gone'))
  await expect(failing).rejects.toThrow('no')
  await expect(aborted).rejects.toThrow('the client is gone')
  expect(await slots(async () => 'next')).toBe('next')
  expect(work).not.toHaveBeenCalled()
})
