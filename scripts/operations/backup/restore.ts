import { pipeline } from 'node:stream/promises'
import { imagesFolder } from '#domain/media/files.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Context } from './context.ts'
import { type CopyIn, UnknownCommit, withLoader } from './loader.ts'
import { type Backup, readBackup, readHeader } from './read.ts'

interface RestoreOptions extends Context {
  files: FileStore
  file: string
}

const writesAtOnce = 8

/**
 * Restores a backup into an empty database and file store, and migrates it to this release. Rows become visible in
 * one commit, after all totals match the manifest. On failure the files are removed, unless the connection ended
 * during the commit.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Backup> {
  const { files, file, connection, migrations } = options
  const header = await readHeader(file)
  let isWriting = false
  const backup = await withLoader(options, header.migrations, async (copyIn) => {
    for await (const name of files.list(imagesFolder))
      throw new Failure(
        `The files are not empty (${imagesFolder}/${name}): choose an empty DATA_DIR or bucket`,
      )
    isWriting = true
    return load(options, copyIn)
  }).catch(async (error) => {
    // The rows may be committed, and then they need their files.
    if (isWriting && !(error instanceof UnknownCommit)) await files.deleteAll(imagesFolder)
    throw error
  })
  const database = openDatabase({ connection, poolSize: 1 })
  await migrate(database, migrations).finally(() => database.close())
  return backup
}

async function load({ files, file, ...context }: RestoreOptions, copyIn: CopyIn): Promise<Backup> {
  const writes: Promise<void>[] = []
  let row: Buffer = Buffer.alloc(0)
  try {
    const backup = await readBackup(file, context, {
      async file(key, bytes) {
        const write = files.put(key, bytes, 'image/webp')
        // All are awaited, in order.
        write.catch(() => undefined)
        writes.push(write)
        if (writes.length >= writesAtOnce) await writes.shift()
      },
      async rows(table, chunk) {
        const bytes = Buffer.concat([row, chunk])
        const end = bytes.lastIndexOf('\n') + 1
        row = bytes.subarray(end)
        await pipeline([bytes.subarray(0, end)], copyIn(table))
      },
    })
    await Promise.all(writes)
    return backup
  } finally {
    await Promise.allSettled(writes)
  }
}
