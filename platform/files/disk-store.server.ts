import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream, fstat } from 'node:fs'
import { access, mkdir, opendir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
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

  return {
    async put(key, bytes) {
      const target = pathOf(root, key)
      const made = await mkdir(dirname(target), { recursive: true })
      if (made) await syncFolder(dirname(made))
      await writeDurably(join(unfinished, randomUUID()), target, bytes)
    },
    get: async (key) => read(pathOf(root, key)),
    delete: async (key) => rm(pathOf(root, key), { force: true }),
    deleteAll: async (folder) => rm(pathOf(root, folder), { recursive: true, force: true }),
    list: (folder) => namesIn(pathOf(root, folder)),
    check: () => access(unfinished, constants.R_OK | constants.W_OK),
  }
}

/** Throws for a key that leads out of the folder. */
function pathOf(root: string, key: string): string {
  const path = resolve(root, key)
  if (!path.startsWith(resolve(root) + sep)) throw new Error(`${key} is not the name of a file`)
  return path
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
