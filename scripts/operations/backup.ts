import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { writeBackup } from './backup/backup.ts'
import { moveDatabase } from './backup/move.ts'
import { createReport } from './backup/report.ts'
import { restoreBackup } from './backup/restore.ts'
import { UnknownCommit } from './backup/tables.ts'
import { runCommand } from './run-command.ts'
import { openIdleConnection, openSettingsConnection } from './settings-store.ts'

const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'db/migrations')
const report = createReport((line) => console.log(line))
const interrupt = new AbortController()
const { signal } = interrupt

const commands: Record<string, { argument: string; run(config: Config, argument: string): Promise<number> }> =
  {
    backup: { argument: 'FILE', run: backup },
    restore: { argument: 'FILE', run: restore },
    move: { argument: 'DATABASE_URL_OR_FILE', run: move },
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
await runCommand(() =>
  run(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof UnknownCommit)) signal.throwIfAborted()
    throw error
  }),
)

async function run([name = '', argument, ...others]: string[]): Promise<number> {
  const command = commands[name]
  if (!command || !argument || argument.startsWith('-') || others.length > 0) {
    console.error(`Usage: npm run ${command ? name : 'backup'} -- ${command?.argument ?? 'FILE'}`)
    return 2
  }
  loadEnvFile(join(root, '.env'))
  return command.run(readConfig(process.env), argument)
}

async function backup(config: Config, file: string): Promise<number> {
  const { connection, close } = await openSettingsConnection(config)
  try {
    const files = await openFileStore(config)
    const release: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
    const written = await writeBackup({ connection, files, file: resolve(file), release, report, signal })
    if (written.files.missing > 0)
      console.log(
        `Warning: ${written.files.missing} images have no file; 'npm run check:invariants' lists them.`,
      )
    console.log(`Backup complete: ${file}`)
    return written.files.missing > 0 ? 3 : 0
  } finally {
    await close()
  }
}

async function restore(config: Config, file: string): Promise<number> {
  const { connection, close } = await openIdleConnection(config)
  try {
    const files = await openFileStore(config)
    const { header } = await restoreBackup({
      connection,
      files,
      file: resolve(file),
      migrations,
      report,
      signal,
    })
    console.log(`Restored the backup of ${header.startedAt} (release ${header.release}).`)
    return 0
  } finally {
    await close()
  }
}

async function move(config: Config, argument: string): Promise<number> {
  const url = isAddress(argument) ? argument : addressIn(argument)
  const { connection, close } = await openSettingsConnection(config)
  try {
    const to = { connectionString: url }
    const snapshotAt = await moveDatabase({ from: connection, to, migrations, report, signal })
    console.log(
      `Moved the rows as they were at ${snapshotAt.toISOString()}; later writes are not in the copy.`,
    )
    console.log('Set DATABASE_URL to the new database and restart. Files are not moved.')
    return 0
  } finally {
    await close()
  }
}

/**
 * Reads the URL from a file, because other accounts can read a command line with its password. Messages do not repeat
 * the argument, which may be a mistyped URL.
 */
function addressIn(file: string): string {
  let url: string
  try {
    url = readFileSync(file, 'utf8').trim()
  } catch {
    throw new Failure('DATABASE_URL must start with postgres://, or name a file with such a URL')
  }
  if (!isAddress(url)) throw new Failure('The file must contain a URL that starts with postgres://')
  return url
}

function isAddress(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
}
