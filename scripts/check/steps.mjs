import { globSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from './chromium.mjs'
import { faultCounts, playwrightCounts, vitestCounts } from './counts.mjs'
import { findPgbouncer } from './pgbouncer.mjs'
import { run, runAll } from './run.mjs'

const vitestReport = resolve('test-results/vitest.json')
const faultReport = resolve('test-results/faults.json')
const playwrightReport = resolve('test-results/playwright.json')

/**
 * What `npm test` does: one stage after another, the steps of a stage side by side. Each step says whether all is well,
 * what it printed, and how many tests it had. The fault scenarios mostly wait, so they share a stage.
 */
export const stages = [
  [
    { title: 'Format', work: () => run('biome', ['format', '.']) },
    { title: 'Lint', work: () => run('biome', ['lint', '--error-on-warnings', '.']) },
    { title: 'Import rules', work: () => run('node', ['scripts/import-rules.ts']) },
    { title: 'Types', work: () => runAll(['react-router', 'typegen'], ['tsc']) },
    { title: 'Build', work: () => run('node', ['scripts/bootstrap.mjs', '--build']) },
  ],
  [
    { title: 'Unit and database tests', work: unitTests },
    { title: 'Fault scenarios, short form', work: faults },
  ],
  [{ title: 'Journeys in Chromium', work: journeys }],
]

async function unitTests(say) {
  if (!(await findPgbouncer(say))) say('No PgBouncer on this machine: the tests behind it are left out')
  rmSync(vitestReport, { force: true })
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const result = await run('vitest', ['run', ...reports], { NO_COLOR: '1' })
  return { ...result, counts: vitestCounts(vitestReport) }
}

async function faults(say) {
  rmSync(faultReport, { force: true })
  const result = await run('node', ['test/faults/run.ts', '--short'])
  const counts = faultCounts(faultReport)
  for (const name of counts.leftOut) say(`Left out on this machine: ${name}`)
  return { ...result, counts }
}

async function journeys(say) {
  if (globSync('test/e2e/**/*.spec.ts').length === 0) return { ok: true, output: '' }
  rmSync(playwrightReport, { force: true })
  let chromium
  try {
    chromium = await findChromium(say)
  } catch (error) {
    return { ok: false, output: `${error.message}\n` }
  }
  const args = ['test', '--config=test/e2e/playwright.config.ts', '--reporter=list,json']
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, NO_COLOR: '1' }
  const result = await run('playwright', args, env)
  return { ...result, counts: playwrightCounts(playwrightReport) }
}
