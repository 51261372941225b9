import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { noteBackup } from '#platform/database/last-backup.server.ts'
import { Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { Context } from './backup/context.ts'
import { UnknownCommit } from './backup/loader.ts'
import { type Moved, moveDatabase } from './backup/move.ts'
import { readBackup } from './backup/read.ts'
import { restoreBackup } from './backup/restore.ts'
import { writeBackup } from './backup/write.ts'
import { runCommand } from './run-command.ts'
import { openIdleConnection, openSettingsConnection } from './settings-store.ts'

interface Command {
  argument: string
  open: typeof openSettingsConnection
  run(argument: string, config: Config, context: Context): Promise<number>
}

const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'db/migrations')
const reportEveryMs = 5_000
const heldLine =
  'The copy is in maintenance: it changes and sends nothing until npm run dojo -- maintenance off is run with its settings.'
const interrupt = new AbortController()
const { signal } = interrupt

const commands: Record<string, Command> = {
  backup: { argument: '[--verify] FILE', open: openSettingsConnection, run: backup },
  restore: { argument: 'FILE', open: openIdleConnection, run: restore },
  move: { argument: 'DATABASE_URL_OR_FILE', open: openSettingsConnection, run: move },
}

// Exit code 0: done; 1: failed; 2: usage; 3: the backup lacks files.
let interruptedAt: number | undefined
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // npm forwards a Ctrl-C that the process also gets from the terminal.
    if (interruptedAt !== undefined && Date.now() - interruptedAt > 500) process.exit(1)
    interruptedAt ??= Date.now()
    interrupt.abort(new Failure('Interrupted: nothing was kept'))
  })
}
let reportedAt = Date.now()
await runCommand(() =>
  run(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof UnknownCommit)) signal.throwIfAborted()
    throw error
  }),
)

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name]
  const isVerify = name === 'backup' && args[0] === '--verify'
  const [argument, ...others] = isVerify ? args.slice(1) : args
  if (!command || !argument || argument.startsWith('-') || others.length > 0) {
    console.error(
      `Usage: npm run dojo -- ${command ? name : 'backup'} ${(command ?? commands.backup)?.argument}`,
    )
    return 2
  }
  if (isVerify) return verify(argument)
  loadEnvFile(join(root, '.env'))
  const config = readConfig(process.env)
  const { connection, close } = await command.open(config)
  return command.run(argument, config, { connection, migrations, signal, report }).finally(close)
}

async function backup(file: string, config: Config, context: Context): Promise<number> {
  const files = await openFileStore(config)
  const release: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  const manifest = await writeBackup({ ...context, files, file: resolve(file), release })
  const db = openDatabase({ connection: context.connection, poolSize: 1 })
  await noteBackup(db).finally(() => db.close())
  sayTotals(manifest)
  console.log(`Backup complete: ${file}`)
  return codeOf(manifest.files)
}

async function verify(file: string): Promise<number> {
  const { header, manifest } = await readBackup(resolve(file), { report, signal })
  sayTotals(manifest)
  console.log(`Intact: the backup of ${header.startedAt} (release ${header.release}).`)
  return codeOf(manifest.files)
}

async function restore(file: string, config: Config, context: Context): Promise<number> {
  const files = await openFileStore(config)
  const { header, manifest } = await restoreBackup({ ...context, files, file: resolve(file) })
  sayTotals(manifest)
  console.log(`Restored the backup of ${header.startedAt} (release ${header.release}).`)
  console.log(heldLine)
  return 0
}

async function move(argument: string, _: Config, context: Context): Promise<number> {
  const to = { connectionString: addressOf(argument) }
  const { snapshotAt, tables } = await moveDatabase({ ...context, to })
  sayTotals({ tables })
  console.log(`Moved the rows as they were at ${snapshotAt}; later writes are not in the copy.`)
  console.log('Set DATABASE_URL to the new database and restart. Files are not moved.')
  console.log(heldLine)
  return 0
}

function report(what: string, count: number): void {
  if (Date.now() - reportedAt < reportEveryMs) return
  reportedAt = Date.now()
  console.log(`${what}: ${count.toLocaleString('en-US')} ...`)
}

function sayTotals({ files, tables }: { files?: { count: number }; tables: Moved['tables'] }): void {
  if (files) console.log(`files: ${files.count.toLocaleString('en-US')}`)
  for (const { name, rows } of tables) console.log(`${name}: ${rows.toLocaleString('en-US')}`)
}

function codeOf({ missing }: { missing: number }): 0 | 3 {
  if (missing === 0) return 0
  console.log(`Warning: ${missing} images have no file; 'npm run dojo -- check-invariants' lists them.`)
  return 3
}

/**
 * A URL, or the one in a file, because other accounts can read a command line with its password. The message does not
 * repeat the argument, which may be a mistyped URL.
 */
function addressOf(argument: string): string {
  const url = existsSync(argument) ? readFileSync(argument, 'utf8').trim() : argument
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return url
  throw new Failure('DATABASE_URL must start with postgres://, or name a file with such a URL')
}
