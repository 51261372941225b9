import { globSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, stopPostmaster } from '#platform/database/embedded/postmaster.server.ts'

/**
 * Stops and removes the servers of earlier test runs that were killed, in folders named `<prefix><pid>-…` or directly
 * below them.
 */
export async function removeLeftovers(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isNaN(owner) || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    for (const cluster of globSync(['cluster', '*/cluster'], { cwd: folder })) {
      await stopServer(join(folder, cluster))
    }
    // A folder that is a mounted disk cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function stopServer(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster)
  if (postmaster) await stopPostmaster(postmaster.pid, cluster)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
