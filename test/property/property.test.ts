import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { testDatabase } from '#test/database.ts'
import { seededRandom } from '#test/faults/random.ts'
import { countResults, makeWorld, takeOperations } from './operations.ts'

const { db } = await testDatabase(2)

it('commands in random order, one and two at a time, keep every invariant', async () => {
  await makeWorld(db)
  const alone = await takeOperations(db, [seededRandom(7, 'alone')], 1_800)
  // Operations that are always refused would say little. What two at a time do depends on chance.
  for (const [operation, results] of Object.entries(countResults(alone)))
    expect(results, operation).toHaveProperty('done')
  const sequences = [seededRandom(7, 'first'), seededRandom(7, 'second')]
  const together = await takeOperations(db, sequences, 800)
  const errors = [...alone, ...together].flatMap(({ result, line }) => (result === 'error' ? [line] : []))
  expect(errors).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
})
