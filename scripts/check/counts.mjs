import { readFileSync } from 'node:fs'

const nothingRan = { passed: 0, failed: 1 }

/** Counts of Vitest's report. A skipped test counts as failed. */
export function vitestCounts(file) {
  const report = read(file)
  if (!report) return nothingRan
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  // A file that fails to load has no test results.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + broken.length }
}

/** Counts of Playwright's report. A test that passes only when retried counts as failed. */
export function playwrightCounts(file) {
  const report = read(file)
  if (!report) return nothingRan
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + skipped }
}

/** Counts of the fault report. A scenario that this machine cannot run is named and not counted. */
export function faultCounts(file) {
  const report = read(file)
  if (!report) return { ...nothingRan, skipped: [] }
  const { passed, failed, results } = report
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  return { passed, failed, skipped: skipped.map(({ name, reason }) => `${name} (${reason})`) }
}

/** A run that was killed leaves no report or part of one. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
