import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#platform/config/config.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { noteBackup } from '#platform/database/last-backup.server.ts'
import { Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { readRelease } from '#platform/release.server.ts'
import { stopController } from '#server/stop.ts'
import type { Context } from './backup/context.ts'
import { UnknownCommit } from './backup/loader.ts'
import type { Manifest } from './backup/manifest.ts'
import { readBackup } from './backup/read.ts'
import { restoreBackup } from './backup/restore.ts'
import { writeBackup } from './backup/write.ts'
import { openIdleConnection, openSettingsConnection } from './settings-store.ts'

const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'db/migrations')
const reportEveryMs = 5_000
const heldLine =
  'The copy is in maintenance: it changes and sends nothing until npm run dojo -- maintenance off is run with its settings.'

/** Exit code 3: the backup lacks files. */
export async function backup([file = '']: string[], isVerification: boolean): Promise<number> {
  const path = resolve(file)
  if (isVerification) return interruptible((context) => verify(path, context))
  return withConnection(openSettingsConnection, async (context, config) => {
    const files = await openFileStore(config)
    const { version: release } = await readRelease(root)
    const manifest = await writeBackup({ ...context, files, file: path, release })
    const db = openDatabase({ connection: context.connection, poolSize: 1 })
    await noteBackup(db).finally(() => db.close())
    sayTotals(manifest)
    console.log(`Backup complete: ${file}`)
    return codeOf(manifest.files)
  })
}

async function verify(file: string, context: Running): Promise<number> {
  const { header, manifest } = await readBackup(file, context)
  sayTotals(manifest)
  console.log(`Intact: the backup of ${header.startedAt} (release ${header.release}).`)
  return codeOf(manifest.files)
}

export function restore([file = '']: string[]): Promise<number> {
  return withConnection(openIdleConnection, async (context, config) => {
    const files = await openFileStore(config)
    const { header, manifest } = await restoreBackup({ ...context, files, file: resolve(file) })
    sayTotals(manifest)
    console.log(`Restored the backup of ${header.startedAt} (release ${header.release}).`)
    console.log(heldLine)
    return 0
  })
}

function withConnection(
  open: typeof openSettingsConnection,
  work: (context: Context, config: Config) => Promise<number>,
): Promise<number> {
  const config = readConfig(process.env)
  return interruptible(async (running) => {
    const { connection, close } = await open(config)
    return work({ ...running, connection, migrations }, config).finally(close)
  })
}

type Running = Pick<Context, 'signal' | 'report'>

/** Does `work` until a signal ends it, which removes what was written. A second one ends the process at once. */
async function interruptible(work: (running: Running) => Promise<number>): Promise<number> {
  const { signal } = stopController({ force: () => process.exit(1) })
  let reportedAt = Date.now()
  const report = (what: string, count: number) => {
    if (Date.now() - reportedAt < reportEveryMs) return
    reportedAt = Date.now()
    console.log(`${what}: ${count.toLocaleString('en-US')} ...`)
  }
  return work({ signal, report }).catch((error) => {
    if (!signal.aborted || error instanceof UnknownCommit) throw error
    throw new Failure('Interrupted: nothing was kept')
  })
}

function sayTotals({ files, tables }: Manifest): void {
  console.log(`files: ${files.count.toLocaleString('en-US')}`)
  for (const { name, rows } of tables) console.log(`${name}: ${rows.toLocaleString('en-US')}`)
}

function codeOf({ missing }: { missing: number }): 0 | 3 {
  if (missing === 0) return 0
  console.log(`Warning: ${missing} images have no file; 'npm run dojo -- check-invariants' lists them.`)
  return 3
}
