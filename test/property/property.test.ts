import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { testDatabase } from '#test/database.ts'
import { seededRandom } from '#test/faults/random.ts'
import { countResults, makeWorld, takeOperations } from './operations.ts'

const { db } = await testDatabase(2)

it('commands in random order, two at a time, keep every invariant', async () => {
  await makeWorld(db)
  const sequences = [seededRandom(7, 'first'), seededRandom(7, 'second')]
  const taken = await takeOperations(db, sequences, 1_200)
  expect(taken.flatMap(({ result, line }) => (result === 'error' ? [line] : []))).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
  // Operations that are always refused would say little.
  for (const [operation, results] of Object.entries(countResults(taken)))
    expect(results, operation).toHaveProperty('done')
})
