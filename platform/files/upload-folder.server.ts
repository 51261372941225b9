import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

export interface UploadFolder {
  /** A place for one upload; null while too many are in progress in total or for this `client`. */
  admit(client: string): UploadPlace | null
  sweep(): Promise<number>
}

interface UploadPlace {
  path: string
  release(): Promise<void>
}

interface UploadLimits {
  inAll: number
  perClient: number
}

const uploadLimits: UploadLimits = { inAll: 40, perClient: 3 }
// Longer than any request, for files of processes on other machines.
const maxAgeMs = 3_600_000

/** Opens the folder, creates it if missing, and removes files of ended processes. */
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

/** Machines may share the folder, but only processes of this machine can be checked. */
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
