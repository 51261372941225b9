import { spawnSync } from 'node:child_process'
import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processesIn, signal } from './processes.ts'
import { type FaultContext, SkipScenario } from './scenario.ts'

interface SmallDisk {
  folder: string
  /** Leaves `leftBytes` free. */
  fill(leftBytes: number): Promise<void>
  free(): Promise<void>
}

/** A file system in memory of the given size; only root can mount one. */
export async function mountSmallDisk(context: FaultContext, megabytes: number): Promise<SmallDisk> {
  const folder = join(context.folder, 'disk')
  await mkdir(folder)
  const size = `size=${megabytes}m,mode=0755`
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { encoding: 'utf8' })
  if (mounted.status !== 0) {
    const reason = mounted.error?.message ?? mounted.stderr.trim()
    throw new SkipScenario(`a small file system cannot be mounted here (${reason})`)
  }
  context.onEnd(async () => {
    // Their working folder could not be told afterwards.
    for (const pid of await processesIn(folder)) signal(pid, 'SIGKILL')
    spawnSync('umount', ['--lazy', folder])
  })
  await chmod(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill(leftBytes) {
      for (let part = 0; ; part++) {
        const { bavail, bsize } = await statfs(folder)
        const room = bavail * bsize - leftBytes
        if (room < bsize) return
        const bytes = Buffer.alloc(Math.min(room, 32 * 1024 * 1024))
        // What the app writes at the same moment may take the room first.
        await writeFile(`${ballast}-${part}`, bytes).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error
        })
      }
    },
    async free() {
      for (let part = 0; part < 100; part++) await rm(`${ballast}-${part}`, { force: true })
    },
  }
}
