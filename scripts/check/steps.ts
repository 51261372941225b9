import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Counts, faultCounts, playwrightCounts, vitestCounts } from './counts.ts'
import { findChromium, findOrInstall, findServer } from './programs.ts'
import { run } from './run.ts'
import type { Step, StepResult } from './run-steps.ts'

type Say = (line: string) => void

/** The stages of `npm test` and, with `all`, of `npm run test:all`. They run in order; the steps of a stage run in parallel. */
export function stagesOf({ all }: { all: boolean }): Step[][] {
  return [
    [
      command('Format', 'biome', 'format', '.'),
      command('Lint', 'biome', 'lint', '--error-on-warnings', '.'),
      command('Import rules', 'node', 'scripts/import-rules.ts'),
      command('Types', 'sh', '-c', 'react-router typegen && tsc'),
      command('Build', 'node', 'scripts/bootstrap.mjs', '--build'),
    ],
    // Unit tests wait half of the time, in which one browser opens pages.
    [
      { title: 'Unit and database tests', work: unitTests },
      inChromium('Every page in Chromium', 'screens', { all }, '--workers=1'),
    ],
    [
      inChromium('Journeys in Chromium', 'journeys', { all }),
      // Needs the records of the unit tests.
      command('SQL statements', 'node', 'scripts/statements.ts'),
    ],
    ...(all
      ? [
          [{ title: 'Fault scenarios, short form', work: faults }],
          [{ title: 'Large community', work: () => vitest('scale', 'test/scale/') }],
          [inChromium('Generated requests, upgrade, two processes', 'long', { all })],
          [{ title: 'Through nginx, Caddy and HAProxy', work: throughProxies }],
          [{ title: 'A bare machine', work: bareMachine }],
        ]
      : []),
  ]
}

function command(title: string, program: string, ...args: string[]): Step {
  return { title, work: () => run(program, args) }
}

async function unitTests(say: Say): Promise<StepResult> {
  if (!(await findServer('pgbouncer', console.log))) say('PgBouncer is missing: its tests are skipped')
  rmSync('test-results/statements', { recursive: true, force: true })
  return vitest('unit', '--exclude=test/scale/**', '--execArgv=--import=./scripts/statements/record.ts')
}

function vitest(name: string, ...options: string[]): Promise<StepResult> {
  const report = resolve(`test-results/${name}.json`)
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', ...options, ...reports]
  return counted(report, vitestCounts, () => run('vitest', args, { NO_COLOR: '1' }))
}

/** Runs a project of playwright.config.ts; with `all`, screens are checked at each width and in both themes. */
function inChromium(title: string, project: string, { all }: { all: boolean }, ...options: string[]): Step {
  const report = resolve(`test-results/${project}.json`)
  const config = ['--config=test/e2e/playwright.config.ts', `--project=${project}`]
  const args = [...config, '--reporter=list,json', `--output=test-results/${project}`, ...options]
  const work = async () => {
    const CHROMIUM_PATH = await findChromium(console.log)
    const env = {
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      NO_COLOR: '1',
      E2E_DISPLAYS: all ? 'all' : '',
    }
    return counted(report, playwrightCounts, () => run('playwright', ['test', ...args], env))
  }
  return { title, work }
}

async function throughProxies(say: Say): Promise<StepResult> {
  for (const name of ['nginx', 'caddy', 'haproxy'])
    if (!(await findServer(name, console.log))) say(`${name} is missing: its tests are skipped`)
  // Not two sign-ins of 300 people at once.
  return inChromium('', 'proxies', { all: true }, '--workers=1').work(say)
}

/** Says itself why it is skipped where no such machine can be made. */
async function bareMachine(): Promise<StepResult> {
  await findOrInstall('debootstrap', console.log)
  return run('node', ['scripts/release/check-bare.ts'])
}

function faults(): Promise<StepResult> {
  const report = resolve('test-results/faults.json')
  return counted(report, faultCounts, () => run('node', ['test/faults/run.ts', '--short']))
}

/** The result of a program with the counts of the report that it writes. */
async function counted(
  report: string,
  countsOf: (file: string) => Counts,
  work: () => Promise<StepResult>,
): Promise<StepResult> {
  rmSync(report, { force: true })
  const result = await work()
  return { ...result, counts: countsOf(report) }
}
