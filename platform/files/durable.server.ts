import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes `target` under the name `beside` first, so that even a power failure leaves the old content or the new one. */
export async function writeDurably(
  beside: string,
  target: string,
  contents: string | Uint8Array,
): Promise<void> {
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(contents)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await syncFolder(dirname(target))
}

/** A new name survives a power failure only after the folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
