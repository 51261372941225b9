import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { imagesFolder } from '#domain/media/files.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { type Loader, UnknownCommit, withLoader } from './loader.ts'
import type { Header, Manifest } from './manifest.ts'
import { readBackup, readHeader } from './read.ts'
import type { Control } from './report.ts'

interface RestoreOptions extends Control {
  connection: pg.ClientConfig
  files: FileStore
  file: string
  migrations: string
}

interface Restored {
  header: Header
  manifest: Manifest
}

const writesAtOnce = 8

/**
 * Restores a backup into an empty database and file store, and migrates it to this release. Rows become visible in
 * one commit, after all totals match the manifest. On failure the files are removed, unless the connection ended
 * during the commit.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { connection, files, file, migrations, signal } = options
  const { migrations: applied } = await readHeader(file)
  const restored = await withLoader({ connection, migrations, applied, signal }, async (loader) => {
    for await (const name of files.list(imagesFolder))
      throw new Failure(
        `The files are not empty (${imagesFolder}/${name}): choose an empty DATA_DIR or bucket`,
      )
    return load(loader, options).catch(async (error) => {
      // The rows may be committed, and then they need their files.
      if (!(error instanceof UnknownCommit)) await files.deleteAll(imagesFolder)
      throw error
    })
  })
  const database = openDatabase({ connection, poolSize: 1 })
  await migrate(database, migrations).finally(() => database.close())
  return restored
}

async function load(loader: Loader, { files, file, ...control }: RestoreOptions): Promise<Restored> {
  const writes: Promise<void>[] = []
  let row: Buffer = Buffer.alloc(0)
  try {
    const backup = await readBackup(file, control, {
      async file(key, bytes) {
        const write = files.put(key, bytes, 'image/webp')
        // All are awaited below, in order.
        write.catch(() => undefined)
        writes.push(write)
        if (writes.length >= writesAtOnce) await writes.shift()
      },
      async rows(table, chunk) {
        const bytes = Buffer.concat([row, chunk])
        const end = bytes.lastIndexOf('\n') + 1
        row = bytes.subarray(end)
        await pipeline([bytes.subarray(0, end)], loader.copyIn(table))
      },
    })
    await Promise.all(writes)
    await loader.commit(backup.tables.sequences)
    return backup
  } finally {
    await Promise.allSettled(writes)
  }
}
