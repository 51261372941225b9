import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Where uploaded files are kept while their request lasts. */
export interface UploadFolder {
  /** A place for one upload, or null while too many are in progress, in all or of the same `client`. */
  admit(client: string): UploadPlace | null
  /** Removes the files that ended processes left behind. Returns how many. */
  sweep(): Promise<number>
}

interface UploadPlace {
  /** A path that no file has yet. */
  path: string
  /** Removes the file and frees the place. */
  release(): Promise<void>
}

interface UploadLimits {
  /** Uploads in progress in this process. */
  inAll: number
  perClient: number
}

const uploadLimits: UploadLimits = { inAll: 40, perClient: 3 }
// Longer than any request may last, for files of processes on other machines.
const maxAgeMs = 3_600_000

/** Opens the folder, made when missing, and removes what ended processes left in it. */
export async function openUploadFolder(
  folder: string,
  { inAll, perClient }: UploadLimits = uploadLimits,
): Promise<UploadFolder> {
  await mkdir(folder, { recursive: true })
  const inProgress = new Map<string, number>()
  let total = 0

  function admit(client: string): UploadPlace | null {
    const own = inProgress.get(client) ?? 0
    if (total >= inAll || own >= perClient) return null
    total++
    inProgress.set(client, own + 1)
    const path = join(folder, newName())
    let released = false
    return {
      path,
      async release() {
        if (released) return
        released = true
        total--
        const left = (inProgress.get(client) ?? 1) - 1
        if (left > 0) inProgress.set(client, left)
        else inProgress.delete(client)
        await rm(path, { force: true }).catch(() => undefined)
      },
    }
  }

  const uploads = { admit, sweep: () => sweep(folder) }
  await uploads.sweep()
  return uploads
}

function newName(): string {
  return `${randomUUID()}.${process.pid}.${hostname()}`
}

async function sweep(folder: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found || !isLeftover(name, found.mtimeMs)) continue
    await rm(path, { force: true, recursive: true })
    removed++
  }
  return removed
}

/** Processes of several machines may share the folder; only those of this one can be asked whether they run. */
function isLeftover(name: string, changedAt: number): boolean {
  const [, pid = '', ...host] = name.split('.')
  if (Date.now() - changedAt > maxAgeMs) return true
  if (host.join('.') !== hostname()) return false
  if (Number(pid) === process.pid) return changedAt < Date.now() - process.uptime() * 1000 - 1000
  return !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
