import { readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
  /** Names of what this machine cannot run, with the reasons. */
  skipped?: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** Counts of Vitest's report. A skipped test counts as failed. */
export function vitestCounts(file: string): Counts {
  return countsIn(file, (report: VitestReport) => {
    // A file that fails to load has no test results.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    const { numFailedTests, numPendingTests, numTodoTests } = report
    const failed = numFailedTests + numPendingTests + numTodoTests + broken.length
    return { passed: report.numPassedTests, failed }
  })
}

interface PlaywrightReport {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  specs: { title: string; tests: { status: string; annotations: { description?: string }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/**
 * Counts of Playwright's report. A test that passes only when retried counts as failed, and so does one that is skipped
 * without a reason.
 */
export function playwrightCounts(file: string): Counts {
  return countsIn(file, ({ stats, suites }: PlaywrightReport) => {
    const skipped = suites.flatMap(skippedIn)
    const failed = stats.unexpected + stats.flaky + stats.skipped - skipped.length
    return { passed: stats.expected, failed, skipped }
  })
}

/** The tests of a suite that are skipped for a reason. */
function skippedIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const skipped = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .flatMap(({ annotations }) => annotations)
      .flatMap(({ description }) => (description ? [`${title} (${description})`] : [])),
  )
  return [...skipped, ...suites.flatMap(skippedIn)]
}

interface FaultReport extends Counts {
  results: { name: string; outcome: string; reason?: string }[]
}

/** Counts of the fault report. A scenario that this machine cannot run is named and not counted. */
export function faultCounts(file: string): Counts {
  return countsIn(file, ({ passed, failed, results }: FaultReport) => {
    const skipped = results.filter(({ outcome }) => outcome === 'skipped')
    return { passed, failed, skipped: skipped.map(({ name, reason }) => `${name} (${reason})`) }
  })
}

/** A run that was killed leaves no report or part of one. */
function countsIn<Report>(file: string, count: (report: Report) => Counts): Counts {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}
