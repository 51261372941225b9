import { fuzz, prepareWorld } from '#test/fuzz/fuzz.ts'
import { expect, test } from './test.ts'

test('generated requests get no server error', async ({ site, db: _ }) => {
  const world = await prepareWorld(site)
  const result = await fuzz(site, world, { seed: 20_261_122, requests: 1_000, parallel: 4 })
  expect(result.failures).toEqual([])
  expect(result.refusedAsBusy).toBeLessThan(10)
  expect((await fetch(site.origin)).status).toBe(200)
})
