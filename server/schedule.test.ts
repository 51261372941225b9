import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Services } from '#app/context.ts'
import { newId } from '#platform/id.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { schedule as jobs, startSchedule } from '#server/schedule.ts'

function services(lines: string[] = [], message?: string): Services {
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const maintenance = { current: () => (message ? { message } : null) }
  return { log, maintenance } as Services
}

test('runs nothing in maintenance mode', async () => {
  let runs = 0
  const job = async () => {
    runs++
  }
  const schedule = startSchedule([{ name: 'paused', everyMs: 1, run: job }], services([], 'Wait.'))
  await sleep(20)
  await schedule.stop()
  expect(runs).toBe(0)
})

test('repeats a job without overlap, and waits for it when stopped', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const job = async () => {
    most = Math.max(most, ++running)
    await sleep(5)
    running--
    runs++
  }
  const schedule = startSchedule([{ name: 'busy', everyMs: 1, run: job }], services())
  await expect.poll(() => runs).toBeGreaterThan(2)
  await schedule.stop()
  expect({ running, most }).toEqual({ running: 0, most: 1 })
  const before = runs
  await sleep(20)
  expect(runs).toBe(before)
})

test('continues after a failure, and logs it by name', async () => {
  const lines: string[] = []
  let runs = 0
  const job = async () => {
    runs++
    throw new Error('no luck')
  }
  const schedule = startSchedule([{ name: 'unlucky', everyMs: 1, run: job }], services(lines))
  await expect.poll(() => runs).toBeGreaterThan(1)
  await schedule.stop()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ job: 'unlucky', err: { message: 'no luck' } })
})

test('interrupts a sweep of images when stopped', async () => {
  let listed = 0
  async function* list() {
    for (;;) {
      await sleep(1)
      listed++
      yield newId()
    }
  }
  const db = { transaction: async () => [], rows: async () => [] }
  const sweep = jobs.filter(({ name }) => name === 'sweep unused images')
  const schedule = startSchedule(sweep, { ...services(), db, files: { list } } as unknown as Services)
  await expect.poll(() => listed).toBeGreaterThan(1)
  await schedule.stop()
})
