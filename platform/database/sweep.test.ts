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
  expect(await sweepInBatches(deleteRows, 0)).toBe(1_000)
  expect(left()).toBe(3_321)
})
