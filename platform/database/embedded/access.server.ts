import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '#platform/failure.ts'

const nobodyId = 65534

export interface ClusterAccess {
  path: string
  /** False if the path is valid only inside the program's own process. */
  isRealPath: boolean
  /** Appended to the program's three stdio descriptors. */
  descriptors: number[]
  close(): Promise<void>
}

/**
 * By path, or by an inherited descriptor when root works below a folder that PostgreSQL's account may not enter: only
 * opening by path needs the right to traverse each folder above.
 */
export async function accessTo(cluster: string, user: ServerUser | undefined): Promise<ClusterAccess> {
  if (canReach(cluster, user)) {
    return { path: cluster, isRealPath: true, descriptors: [], close: async () => undefined }
  }
  if (process.platform !== 'linux') {
    throw new Failure(
      `PostgreSQL would run as uid ${user?.uid} and cannot enter ${closedFolder(cluster, user)}: set a DATA_DIR ` +
        'elsewhere, start as another account than root, or let others pass (chmod o+x)',
    )
  }
  const handle = await open(cluster, 'r')
  return {
    path: '/proc/self/fd/3',
    isRealPath: false,
    descriptors: [handle.fd],
    close: () => handle.close(),
  }
}

function closedFolder(path: string, user: ServerUser | undefined): string {
  const above = dirname(path)
  return above === path || canReach(above, user) ? path : closedFolder(above, user)
}

/** The account that PostgreSQL runs as when it differs from this process's account. */
export interface ServerUser {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so root uses an unprivileged account. */
export function serverUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? { uid: nobodyId, gid: nobodyId } : undefined
}

export function ownerOf(user: ServerUser | undefined): number | undefined {
  return user?.uid ?? process.getuid?.()
}

export function canReach(path: string, user: ServerUser | undefined): boolean {
  return spawnSync('test', ['-x', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
