// `npm run test:faults`: runs the fault scenarios and verifies the data after each.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from './app.ts'
import { isAlive, processesOf, signal } from './processes.ts'
import { seededRandom } from './random.ts'
import { type Figures, type Scenario, SkipScenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { keepSharedPostgres } from './shared-postgres.ts'

interface Result {
  name: string
  fault: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** Why it failed or was skipped. */
  reason?: string
  figures: Figures
  seconds: number
}

const prefix = 'dojo-faults-'
const usage = `npm run test:faults -- [--only <name>[,<name>]] [--cycles <n>] [--seed <n>] [--short] [--parallel <n>] [--list]`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    cycles: { type: 'string' },
    seed: { type: 'string' },
    parallel: { type: 'string' },
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const endings: (() => unknown)[][] = []
let folder = ''
let interruption: Promise<void> | undefined

if (options.list) {
  for (const { name, fault } of scenarios) say(`${name.padEnd(24)} ${fault}`)
} else {
  // A scenario that failed may have left timers or sockets behind.
  process.exit(await main())
}

async function main(): Promise<number> {
  const seed = options.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber(options.seed)
  const chosen = choose()
  await removeLeftovers()
  folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, interrupt)

  const begun = performance.now()
  say(`Fault scenarios, ${options.short ? 'short' : 'long'} form, seed ${seed}`)
  const shared: (() => unknown)[] = []
  endings.push(shared)
  keepSharedPostgres({ folder: join(folder, 'shared'), onEnd: (work) => void shared.push(work) })
  const results = await runAll(chosen, seed)
  await finish(shared)
  await removeEverything()
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  report({ seed, passed: count('passed'), failed: count('failed'), results })
  say(
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ` +
      `seed ${seed} (${((performance.now() - begun) / 1000).toFixed(1)} s)`,
  )
  return count('failed') > 0 ? 1 : 0
}

function choose(): Scenario[] {
  const names = options.only?.split(',')
  const unknown = names?.filter((name) => !scenarios.some((scenario) => scenario.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`no scenario is called ${unknown.join(', ')}\n${usage}`)
  if (names) return scenarios.filter(({ name }) => names.includes(name))
  return scenarios.filter(({ longOnly }) => !(options.short && longOnly))
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`'${text}' is not a whole number\n${usage}`)
  return Number(text)
}

/** Scenarios that mostly wait for timeouts share the machine in the short form; the long form measures alone. */
async function runAll(chosen: readonly Scenario[], seed: number): Promise<Result[]> {
  const waiting = [...chosen]
  const results: Result[] = []
  async function lane(): Promise<void> {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      const result = await runOne(scenario, seed)
      results.push(result)
      if (interruption) await interruption
      say(lineOf(result))
    }
  }
  const lanes = options.parallel ? wholeNumber(options.parallel) : options.short ? 3 : 1
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

async function runOne(scenario: Scenario, seed: number): Promise<Result> {
  const { name, fault, cycles } = scenario
  const onEnd: (() => unknown)[] = []
  endings.push(onEnd)
  const begun = performance.now()
  const result: Result = { name, fault, outcome: 'passed', figures: {}, seconds: 0 }
  try {
    const place = join(folder, name)
    await mkdir(place)
    result.figures = await scenario.run({
      cycles: options.cycles ? wholeNumber(options.cycles) : options.short ? cycles.short : cycles.long,
      long: !options.short,
      random: seededRandom(seed, name),
      folder: place,
      onEnd: (work) => void onEnd.push(work),
    })
  } catch (error) {
    result.outcome = error instanceof SkipScenario ? 'skipped' : 'failed'
    result.reason = error instanceof SkipScenario ? error.message : stackOf(error)
  }
  await finish(onEnd)
  endings.splice(endings.indexOf(onEnd), 1)
  result.seconds = Math.round((performance.now() - begun) / 100) / 10
  return result
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function finish(onEnd: (() => unknown)[]): Promise<void> {
  for (let work = onEnd.pop(); work; work = onEnd.pop()) {
    await Promise.resolve(work()).catch((error: unknown) => say(`at the end: ${stackOf(error)}`))
  }
}

function interrupt(): void {
  interruption ??= removeAllAndExit()
}

async function removeAllAndExit(): Promise<void> {
  say('Interrupted, removing what was started.')
  for (const onEnd of endings) await finish(onEnd)
  await removeEverything()
  process.exit(130)
}

async function removeEverything(): Promise<void> {
  for (const pid of await processesOf(folder)) signal(pid, 'SIGKILL')
  await unmountBelow(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Removes processes and folders of killed runs. Folder names contain the process id. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isNaN(owner) || isAlive(owner)) continue
    const left = join(tmpdir(), name)
    for (const pid of await processesOf(left)) signal(pid, 'SIGKILL')
    await unmountBelow(left)
    rmSync(left, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function unmountBelow(place: string): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  for (const line of mounts.split('\n')) {
    const target = line.split(' ')[1] ?? ''
    if (target.startsWith(`${place}/`)) spawnSync('umount', ['--lazy', target])
  }
}

function lineOf({ name, outcome, reason, figures, seconds }: Result): string {
  const shown = Object.entries(figures).map(([key, value]) => `${key} ${value}`)
  const what = outcome === 'passed' ? shown.join(', ') : reason
  return `${outcome.padEnd(8)} ${name}${what ? `: ${what}` : ''} (${seconds} s)`
}

function report(summary: object): void {
  mkdirSync(join(projectRoot, 'test-results'), { recursive: true })
  writeFileSync(join(projectRoot, 'test-results/faults.json'), `${JSON.stringify(summary, null, 2)}\n`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
