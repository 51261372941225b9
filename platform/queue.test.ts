import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openQueue } from './queue.ts'

function work(log: string[], name: string) {
  const gate = Promise.withResolvers<string>()
  return {
    finish: () => gate.resolve(name),
    fail: () => gate.reject(new Error(name)),
    async start() {
      log.push(name)
      return gate.promise
    },
  }
}

test('two run, two wait in order, the next is turned away', async () => {
  const log: string[] = []
  const queue = openQueue({ atOnce: 2, waiting: 2 })
  const works = ['a', 'b', 'c', 'd', 'e'].map((name) => work(log, name))
  const results = works.map((each) => queue.run(each.start))
  expect(results[4]).toBeNull()
  await setImmediate()
  expect(log).toEqual(['a', 'b'])

  works[1]?.finish()
  expect(await results[1]).toBe('b')
  await setImmediate()
  expect(log).toEqual(['a', 'b', 'c'])

  for (const each of works) each.finish()
  expect(await Promise.all(results.slice(0, 4))).toEqual(['a', 'b', 'c', 'd'])
  expect(queue.run(works[4]?.start ?? work(log, 'x').start)).not.toBeNull()
})

test('a work that others should not wait for is turned away earlier', async () => {
  const log: string[] = []
  const queue = openQueue({ atOnce: 1, waiting: 2 })
  const works = ['a', 'b', 'c', 'd'].map((name) => work(log, name))
  const [first, patient, turnedAway, last] = works.map((each, i) => queue.run(each.start, i === 2 ? 1 : 9))
  expect(turnedAway).toBeNull()
  for (const each of works) each.finish()
  expect(await Promise.all([first, patient, last])).toEqual(['a', 'b', 'd'])
})

test('a work that fails frees its place', async () => {
  const queue = openQueue({ atOnce: 1, waiting: 0 })
  const failing = work([], 'oh')
  const result = queue.run(failing.start)
  expect(queue.run(work([], 'late').start)).toBeNull()
  failing.fail()
  await expect(result).rejects.toThrow('oh')
  expect(await queue.run(async () => 'next')).toBe('next')
})
