import { expect, test } from 'vitest'
import { sweepInBatches } from '#platform/database/sweep.server.ts'

function table(rows: number) {
  const deleteRows = async (limit: number) => {
    const deleted = Math.min(rows, limit)
    rows -= deleted
    return deleted
  }
  return { deleteRows, left: () => rows }
}

test('deletes batches until one is not full', async () => {
  const { deleteRows, left } = table(4_321)
  expect(await sweepInBatches(deleteRows)).toBe(4_321)
  expect(left()).toBe(0)
})

test('stops after its time', async () => {
  const { deleteRows, left } = table(4_321)
  expect(await sweepInBatches(deleteRows, { timeoutMs: 0 })).toBe(1_000)
  expect(left()).toBe(3_321)
})

test('stops after the batch during which its signal aborts', async () => {
  const { deleteRows, left } = table(4_321)
  const stop = new AbortController()
  const deleteAndStop = async (limit: number) => {
    if (left() < 4_321) stop.abort()
    return deleteRows(limit)
  }
  expect(await sweepInBatches(deleteAndStop, { signal: stop.signal })).toBe(2_000)
  expect(left()).toBe(2_321)
})
