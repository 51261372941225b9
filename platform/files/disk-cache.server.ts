import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from './durable.server.ts'

export interface DiskCache {
  get(key: string): Promise<Buffer | null>
  /** Stores the content and removes the least recently used files beyond the limits. Errors are ignored. */
  put(key: string, content: Uint8Array): Promise<void>
  removeUnused(since: Date, signal?: AbortSignal): Promise<void>
}

interface DiskCacheLimits {
  files: number
  bytes: number
}

const keyPattern = /^[\w-]{1,100}$/
const partialFile = '.tmp'
const partialMaxAgeMs = 600_000
// A use within this time of the last recorded one is not recorded.
const useIntervalMs = 60_000

/** Opens a cache in a folder, creating it if missing. Keys consist of letters, digits, `-` and `_`. */
export async function openDiskCache(folder: string, limits: DiskCacheLimits): Promise<DiskCache> {
  await mkdir(folder, { recursive: true })
  // Other processes write too, so the folder is measured again after a twentieth of the limits.
  const interval = { files: Math.ceil(limits.files / 20), bytes: limits.bytes / 20 }
  let since = { files: 0, bytes: 0 }
  let trimming: Promise<void> | undefined
  await trim(folder, limits)

  async function trimAfter(size: number): Promise<void> {
    since = { files: since.files + 1, bytes: since.bytes + size }
    if (since.files < interval.files && since.bytes < interval.bytes) return
    since = { files: 0, bytes: 0 }
    trimming ??= trim(folder, limits).finally(() => {
      trimming = undefined
    })
    await trimming
  }

  return {
    async get(key) {
      if (!keyPattern.test(key)) return null
      const path = join(folder, key)
      try {
        const content = await readFile(path)
        await recordUse(path)
        return content
      } catch {
        return null
      }
    },
    async put(key, content) {
      if (!keyPattern.test(key)) return
      // What could not be cached is rendered again.
      await writeDurably(join(folder, `${randomUUID()}${partialFile}`), join(folder, key), content)
        .then(() => trimAfter(content.length))
        .catch(() => undefined)
    },
    async removeUnused(since, signal) {
      for (const name of await readdir(folder)) {
        if (signal?.aborted) return
        const path = join(folder, name)
        const found = await stat(path).catch(() => null)
        if (found && found.mtimeMs < since.getTime()) await rm(path, { force: true })
      }
    },
  }
}

async function recordUse(path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  const now = new Date()
  if (now.getTime() - mtimeMs > useIntervalMs) await utimes(path, now, now)
}

interface CachedFile {
  path: string
  size: number
  usedAt: number
}

/** Removes the least recently used files down to nine tenths of the limits, and old partial files. */
async function trim(folder: string, limits: DiskCacheLimits): Promise<void> {
  const kept: CachedFile[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found) continue
    if (!name.endsWith(partialFile)) kept.push({ path, size: found.size, usedAt: found.mtimeMs })
    else if (Date.now() - found.mtimeMs > partialMaxAgeMs) await rm(path, { force: true })
  }
  let files = kept.length
  let bytes = kept.reduce((sum, { size }) => sum + size, 0)
  if (files <= limits.files && bytes <= limits.bytes) return
  kept.sort((one, other) => one.usedAt - other.usedAt)
  for (const { path, size } of kept) {
    if (files <= limits.files * 0.9 && bytes <= limits.bytes * 0.9) break
    await rm(path, { force: true })
    files--
    bytes -= size
  }
}
