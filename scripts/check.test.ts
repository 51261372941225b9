import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as counts from './check/counts.ts'
import { memoryFolder } from './check/memory-folder.ts'
import { runStages } from './check/run-steps.ts'

async function reportOf(content: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-report-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'report.json'), JSON.stringify(content))
  return join(folder, 'report.json')
}

test('temporary files go to memory only where there is such a folder', () => {
  expect(memoryFolder('/nowhere')).toBeUndefined()
  expect([undefined, '/dev/shm']).toContain(memoryFolder())
})

test('skipped tests and files that could not be loaded count as failed', async () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'passed', assertionResults: [{}] },
    ],
  }
  expect(counts.vitestCounts(await reportOf(report))).toEqual({ passed: 5, failed: 5 })
})

test('a browser test that passes only when retried, or is skipped without a reason, counts as failed', async () => {
  const skipped = (title: string, description?: string) => ({
    title,
    tests: [{ status: 'skipped', annotations: [{ description }] }],
  })
  const suites = [
    { specs: [skipped('later')], suites: [{ specs: [skipped('an upload behind caddy', 'no caddy')] }] },
  ]
  const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, suites }
  expect(counts.playwrightCounts(await reportOf(report))).toEqual({
    passed: 7,
    failed: 3,
    skipped: ['an upload behind caddy (no caddy)'],
  })
})

test('a fault scenario that this machine cannot run is named and not counted', async () => {
  const results = [
    { name: 'kill-app', outcome: 'passed' },
    { name: 'full-disk-files', outcome: 'skipped', reason: 'no mount' },
  ]
  const report = await reportOf({ seed: 7, passed: 1, failed: 0, results })
  expect(counts.faultCounts(report)).toEqual({
    passed: 1,
    failed: 0,
    skipped: ['full-disk-files (no mount)'],
  })
  expect(counts.faultCounts('/nowhere.json')).toMatchObject({ failed: 1 })
})

test('a run without a report counts as failed', () => {
  expect(counts.vitestCounts('/nowhere.json')).toEqual({ passed: 0, failed: 1 })
  expect(counts.playwrightCounts('/nowhere.json')).toEqual({ passed: 0, failed: 1 })
})

test('an incomplete report counts as failed', async () => {
  const report = await reportOf({})
  await writeFile(report, '{"numPassedTests": 5, "numFai')
  expect(counts.vitestCounts(report)).toEqual({ passed: 0, failed: 1 })
})

test('a step that throws counts as failed, and the other steps run', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const passing = { title: 'Passing', work: async () => ({ ok: true, output: '' }) }
  const throwing = { title: 'Throwing', work: () => Promise.reject(new Error('no report')) }
  expect(await runStages([[throwing, passing], [passing], [passing]])).toEqual({ passed: 3, failed: 1 })
  expect(printed.mock.calls.at(-1)).toEqual([expect.stringMatching(/^== Throwing\n.*no report.*FAILED/s)])
})

test('what a step skipped is printed', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const output = 'Looking\nskipped: no debootstrap\n'
  await runStages([[{ title: 'Bare', work: async () => ({ ok: true, output }) }]])
  expect(printed.mock.calls.flat()).toContainEqual(
    expect.stringMatching(/^== Bare\nskipped: no debootstrap\nok/),
  )
})
