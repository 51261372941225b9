import { existsSync, readFileSync } from 'node:fs'

const nothingRan = { passed: 0, failed: 1 }

/** Tests of Vitest's report. One that was skipped proves nothing, so it counts as failed. */
export function vitestCounts(file) {
  const report = read(file)
  if (!report) return nothingRan
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  // A file that could not even be loaded has no tests to count.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + broken.length }
}

/** Tests of Playwright's report; one that passed at the second try only counts as failed. */
export function playwrightCounts(file) {
  const report = read(file)
  if (!report) return nothingRan
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + skipped }
}

/** Scenarios of the fault report. One that this machine cannot run is named and counts as neither. */
export function faultCounts(file) {
  const report = read(file)
  if (!report) return { ...nothingRan, leftOut: [] }
  const { passed, failed, results } = report
  const leftOut = results.filter(({ outcome }) => outcome === 'left out')
  return { passed, failed, leftOut: leftOut.map(({ name, reason }) => `${name} (${reason})`) }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
