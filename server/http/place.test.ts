import { expect, test } from 'vitest'
import { openQueue } from '#platform/queue.ts'
import { openPlace } from './place.ts'

const { signal } = new AbortController()

test('a place is left to others, and entered again', async () => {
  const queue = openQueue({ atOnce: 1, waiting: 10 })
  const [one, other] = [openPlace(queue, 'one', signal), openPlace(queue, 'other', signal)]
  expect(await one.enter()).toBe(true)
  expect(await one.enter()).toBe(true)
  const waiting = other.enter()
  expect(await Promise.race([waiting, 'waits'])).toBe('waits')
  one.leave()
  expect(await waiting).toBe(true)
  const again = one.enter()
  one.leave()
  expect(await Promise.race([again, 'waits'])).toBe('waits')
  other.leave()
  other.leave()
  expect(await again).toBe(true)
})

test('a place is not given to who is gone, or finds too many waiting', async () => {
  const queue = openQueue({ atOnce: 1, waiting: 1 })
  const [holder, last] = [openPlace(queue, 'a', signal), openPlace(queue, 'c', signal)]
  const gone = new AbortController()
  expect(await holder.enter()).toBe(true)
  const waiting = openPlace(queue, 'b', gone.signal).enter()
  expect(await last.enter()).toBe(false)
  gone.abort()
  expect(await waiting).toBe(false)
  holder.leave()
  expect(await last.enter()).toBe(true)
})
