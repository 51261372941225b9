// Loaded into the test processes: writes the text of each statement of the application, its call site and the shapes
// of its result.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type StatementRecord, shapeOfFields, shapeOfValue } from './shapes.ts'

const root = process.cwd()
const folder = join(root, 'test-results/statements')
const application = /^(app|domain|platform|server|db|scripts\/operations)\/(?!.*\.test\.tsx?$)/
const database = 'platform/database/database.server.ts'

const written = new Set<string>()
mkdirSync(folder, { recursive: true })

subscribe('creative-dojo:statement', (message) => {
  const { text, result } = message as { text: string; result: Promise<pg.QueryResult> }
  record(text, result, callSites(true))
})

// Migrations, backups and long reads use a client directly.
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: [string | pg.QueryConfig]) {
  const [statement] = args
  const result: unknown = Reflect.apply(query, this, args)
  const text = typeof statement === 'string' ? statement : statement.text
  if (result instanceof Promise) record(text, result, callSites(false))
  return result
} as typeof query

function record(text: string, result: Promise<pg.QueryResult | pg.QueryResult[]>, sites: string[]): void {
  if (sites.length === 0) return
  result.then(
    (answer) => {
      write({ text })
      const { fields, rows } = Array.isArray(answer) ? { fields: [], rows: [] } : answer
      write({ sites, row: shapeOfFields(fields) })
      for (const row of rows) write({ sites, row: shapeOfValue(row) })
    },
    () => undefined,
  )
}

function write(entry: StatementRecord): void {
  const line = JSON.stringify(entry)
  if (written.has(line)) return
  written.add(line)
  appendFileSync(`${folder}/${process.pid}.jsonl`, `${line}\n`)
}

/** The call of the database, or of a client and the call around it. Empty if the innermost is not in the application. */
function callSites(ofDatabase: boolean): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  let sites: string[] = []
  Error.prepareStackTrace = (error, frames) => {
    const calls = frames.filter(
      (one) => !one.isAsync() && !/^(node:|scripts\/statements\/)/.test(pathOf(one)),
    )
    const [first, second] = ofDatabase ? calls.filter((one) => pathOf(one) !== database).slice(0, 1) : calls
    if (!first || !application.test(pathOf(first)) || pathOf(first) === database) return ''
    // Vitest maps places to the sources.
    Error.prepareStackTrace = prepareStackTrace
    sites = (second ? [first, second] : [first]).map((frame) => {
      const line = prepareStackTrace ? prepareStackTrace(error, [frame]) : String(frame)
      return `${pathOf(frame)}:${/(\d+:\d+)\)?$/.exec(line)?.[1]}`
    })
    return ''
  }
  Error.stackTraceLimit = 8
  void new Error().stack
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return sites
}

function pathOf(frame: NodeJS.CallSite): string {
  const name = frame.getFileName() ?? ''
  if (name.startsWith('node:')) return name
  return relative(root, name.startsWith('file:') ? fileURLToPath(name) : name)
}
