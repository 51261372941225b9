import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { errorMessage, Failure } from '#platform/failure.ts'
import { syncFolder } from '#platform/files/durable.server.ts'

export interface Part {
  name: string
  bytes: Buffer
}

/** Resolves when the part is written, so that memory holds one part at a time. */
export type AddPart = (part: Part) => Promise<void>

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/**
 * Writes a zstd-compressed tar archive, readable by its owner only. It is `<file>.partial` until `work` is done, so a
 * file with the final name is always complete. Fails if the file exists, and removes it if `work` fails.
 */
export async function writeArchive<T>(file: string, work: (add: AddPart) => Promise<T>): Promise<T> {
  const partial = `${file}.partial`
  if (existsSync(file)) throw new Failure(`${file} exists: choose another name`)
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new Failure(`${file} cannot be written: ${errorMessage(error)}`)
    const remedy = 'a backup is running or was interrupted; delete the file if none is running'
    throw new Failure(`${partial} exists: ${remedy}`)
  })
  const tar = pack()
  const written = pipeline(tar, createZstdCompress(compression), handle.createWriteStream({ flush: true }))
  written.catch(() => undefined)

  function add({ name, bytes }: Part): Promise<void> {
    const header = { name, size: bytes.byteLength, mode: 0o600 }
    const added = new Promise<void>((resolve, reject) => {
      tar.entry(header, (error) => (error ? reject(error) : resolve())).end(bytes)
    })
    return Promise.race([added, written])
  }

  try {
    const result = await work(add)
    tar.finalize()
    await written
    await rename(partial, file)
    await syncFolder(dirname(file))
    return result
  } catch (error) {
    tar.destroy()
    await written.catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

/** The parts in order, one in memory at a time. Fails for a damaged file. */
export async function* readArchive(file: string): AsyncGenerator<Part> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createZstdDecompress(), tar)
  read.catch(() => undefined)
  try {
    for await (const entry of tar) {
      yield { name: entry.header.name, bytes: await buffer(entry) }
    }
    await read
  } catch (error) {
    // The pipeline has the reason for a damaged file; the entry only reports an early end.
    const cause = (await read.catch((reason: unknown) => reason)) ?? error
    throw new Failure(`${file} cannot be read: ${errorMessage(cause)}`, { cause })
  }
}
