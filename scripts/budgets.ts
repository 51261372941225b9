// Prints the size of the project beside its budgets: npm run budgets [-- --files], which names the files of a vote
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { schedule } from '#server/schedule.ts'
import { importsOf } from './import-rules/imports.ts'

/** Lines of code, without tests and the data of the demo. */
const folders = {
  app: 28_500,
  'app/features': 22_000,
  'app/ui': 2_100,
  'app/parts': 1_800,
  'app/frame': 900,
  'app/forms': 900,
  domain: 11_500,
  platform: 4_500,
  server: 1_200,
  db: 2_400,
  scripts: 1_800,
  bench: 800,
}
const total = 52_000
const isTest = (path: string) => path.startsWith('test/') || /\.test\.tsx?$/.test(path)
/** Changes of the schema after and before the baseline. */
const isLaterMigration = (path: string) => /^db\/migrations\/(?!0001_baseline)/.test(path)

const top = Object.keys(folders).filter((folder) => !folder.includes('/'))
const sources = globSync(`{${top},test}/**/*.{ts,tsx,mts,mjs,css,sql}`).filter(
  (path) => !isLaterMigration(path),
)
const lines = new Map(sources.map((path) => [path, readFileSync(path, 'utf8').split('\n').length - 1]))
const sumOf = (isCounted: (path: string) => boolean) =>
  sources.filter(isCounted).reduce((sum, path) => sum + (lines.get(path) ?? 0), 0)

for (const [folder, budget] of Object.entries(folders))
  print(
    folder,
    sumOf((path) => path.startsWith(`${folder}/`) && !isTest(path)),
    budget,
  )
print(
  'all folders',
  sumOf((path) => !isTest(path)),
  total,
)
print('tests', sumOf(isTest), 44_000)
print('decision records', globSync('docs/decisions/*.md').length, 30)
const { tables, triggers, functions } = await schemaCounts()
print('tables', tables, 36)
print('triggers', triggers, 15)
print('functions', functions, 15)
print('jobs', schedule.length, 12)
const [toAction, toCommit] = votePath()
print('files from server/app.ts to a vote’s action', toAction.size, 10)
print('files from server/app.ts to a vote’s commit', toCommit.size, 15)
if (process.argv.includes('--files')) console.log([...toCommit].join('\n'))
printOwnCode()

function print(name: string, count: number, budget: number): void {
  const columns = [name.padEnd(42), count.toLocaleString('en').padStart(7), 'of', budget.toLocaleString('en')]
  console.log(`${columns.join(' ')}${count > budget ? ', above' : ''}`)
}

/** The parts of infrastructure that are not dependencies, as their decision record lists them. */
function printOwnCode(): void {
  const record = readFileSync('docs/decisions/068-dependencies.md', 'utf8')
  for (const [, cell = ''] of record.matchAll(/^\| (`.*?) \|/gm)) {
    const paths = cell.replaceAll('`', '').split(', ')
    const count = sumOf((path) => !isTest(path) && paths.some((part) => path.startsWith(part)))
    console.log(`${paths[0]?.padEnd(42)} ${count.toLocaleString('en').padStart(7)}`)
  }
}

async function schemaCounts(): Promise<Record<'tables' | 'triggers' | 'functions', number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dojo-budgets-'))
  const log = { info: () => undefined, warn: console.warn }
  const server = await startEmbedded({ dataDir, log })
  const db = openDatabase({ connection: server.connection, poolSize: 1 })
  try {
    await migrate(db, 'db/migrations')
    const counts = await db.row<Awaited<ReturnType<typeof schemaCounts>>>(sql`
      select (select count(*)::int from pg_tables where schemaname = 'public') as tables,
        (select count(*)::int from pg_trigger where not tgisinternal) as triggers,
        (select count(*)::int from pg_proc f where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')) as functions`)
    return counts ?? { tables: 0, triggers: 0, functions: 0 }
  } finally {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
}

/**
 * What server/app.ts imports of server/ and platform/http/ but the API, which answers other addresses; and with it what
 * runs of app/ and domain/, down to the command.
 */
function votePath(): [Set<string>, Set<string>] {
  const route = 'app/features/submissions/votes/ballot-action.ts'
  const toAction = new Set([...reachable('server/app.ts', /^(server\/(?!api\/)|platform\/http\/)/), route])
  const handlers = reachable(route, /^app\/.*(\.server\.tsx?|\/ballot-action\.ts)$/)
  const rules = reachable('domain/voting/commands.server.ts', /^domain\//)
  return [toAction, new Set([...toAction, ...handlers, ...rules])]
}

/** The files that a file imports at run time, itself included, directly or through others that match. */
function reachable(from: string, within = /^/): Set<string> {
  const found = new Set<string>()
  const next = [from]
  for (let path = next.pop(); path; path = next.pop()) {
    if (found.has(path) || !within.test(path) || !lines.has(path)) continue
    found.add(path)
    for (const { to, typeOnly } of importsOf(path, readFileSync(path, 'utf8'))) if (!typeOnly) next.push(to)
  }
  return found
}
