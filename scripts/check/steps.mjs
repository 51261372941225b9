import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from './chromium.mjs'
import { faultCounts, playwrightCounts, vitestCounts } from './counts.mjs'
import { findPgbouncer } from './pgbouncer.mjs'
import { run, runAll } from './run.mjs'

const vitestReport = resolve('test-results/vitest.json')
const faultReport = resolve('test-results/faults.json')

/**
 * The stages of `npm test`, run in order; the steps of a stage run in parallel. A step returns whether it succeeded, its
 * output and its test counts.
 */
export const stages = [
  [
    { title: 'Format', work: () => run('biome', ['format', '.']) },
    { title: 'Lint', work: () => run('biome', ['lint', '--error-on-warnings', '.']) },
    { title: 'Import rules', work: () => run('node', ['scripts/import-rules.ts']) },
    { title: 'Types', work: () => runAll(['react-router', 'typegen'], ['tsc']) },
    { title: 'Build', work: () => run('node', ['scripts/bootstrap.mjs', '--build']) },
  ],
  // Unit tests and fault scenarios wait half of the time, in which one browser checks screens.
  [
    { title: 'Unit and database tests', work: unitTests },
    { title: 'Fault scenarios, short form', work: faults },
    { title: 'Screens in Chromium', work: () => inChromium('screens', '--workers=1') },
  ],
  [
    { title: 'Journeys in Chromium', work: () => inChromium('journeys') },
    // Needs the records of the unit tests.
    { title: 'SQL statements', work: () => run('node', ['scripts/statements.ts']) },
  ],
]

async function unitTests(say) {
  if (!(await findPgbouncer(console.log))) say('PgBouncer is missing: its tests are skipped')
  rmSync(vitestReport, { force: true })
  rmSync('test-results/statements', { recursive: true, force: true })
  const record = '--execArgv=--import=./scripts/statements/record.ts'
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const result = await run('vitest', ['run', record, ...reports], { NO_COLOR: '1' })
  return { ...result, counts: vitestCounts(vitestReport) }
}

async function faults(say) {
  rmSync(faultReport, { force: true })
  const result = await run('node', ['test/faults/run.ts', '--short'])
  const counts = faultCounts(faultReport)
  for (const name of counts.skipped) say(`Skipped on this machine: ${name}`)
  return { ...result, counts }
}

/** Runs a project of playwright.config.ts. */
async function inChromium(project, ...options) {
  const report = resolve(`test-results/${project}.json`)
  rmSync(report, { force: true })
  let chromium
  try {
    chromium = await findChromium(console.log)
  } catch (error) {
    return { ok: false, output: `${error.message}\n` }
  }
  const results = ['--reporter=list,json', `--output=test-results/${project}`]
  const args = [
    'test',
    '--config=test/e2e/playwright.config.ts',
    `--project=${project}`,
    ...results,
    ...options,
  ]
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' }
  const result = await run('playwright', args, env)
  return { ...result, counts: playwrightCounts(report) }
}
