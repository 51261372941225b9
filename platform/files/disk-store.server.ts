import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream, fstat } from 'node:fs'
import { access, mkdir, opendir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Disk, KeyNormalizer } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { syncFolder, writeDurably } from './durable.server.ts'
import type { FileStore, StoredFile } from './file-store.ts'

const unfinishedFolder = '.unfinished'
const hour = 3_600_000
const sizeOf = promisify(fstat)

/** Stores files in a folder, created if missing. Throws if the folder is not writable. */
export async function openDiskStore(root: string): Promise<FileStore> {
  const unfinished = join(root, unfinishedFolder)
  await mkdir(unfinished, { recursive: true })
  await writeDurably(join(unfinished, randomUUID()), join(unfinished, 'probe'), new Uint8Array())
  await removeLeftovers(unfinished)

  const disk = new Disk(new DurableDriver({ location: root, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    get: async (key) => read(join(root, new KeyNormalizer().normalize(key))),
    delete: (key) => disk.delete(key),
    deleteAll: (folder) => disk.deleteAll(folder),
    list: (folder) => namesIn(join(root, new KeyNormalizer().normalize(folder))),
    check: () => access(unfinished, constants.R_OK | constants.W_OK),
  }
}

/** flydrive writes in place, where a crash leaves a partial file. This class writes a temporary file and renames it. */
class DurableDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const root = String(this.options.location)
    const target = join(root, key)
    const made = await mkdir(dirname(target), { recursive: true })
    if (made) await syncFolder(dirname(made))
    await writeDurably(join(root, unfinishedFolder, randomUUID()), target, contents)
  }
}

// One name at a time: a folder of a million images does not fit into memory.
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function read(path: string): Promise<StoredFile | null> {
  const stream = createReadStream(path)
  try {
    const [descriptor] = (await once(stream, 'open')) as [number]
    const { size } = await sizeOf(descriptor)
    return { stream, size }
  } catch (error) {
    stream.destroy()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// Another process may be writing: only old files belong to a process that died.
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > hour) await rm(path, { force: true })
  }
}
