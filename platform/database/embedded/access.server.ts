import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { canReach, type ServerUser } from '#platform/database/embedded/user.server.ts'
import { Failure } from '#platform/failure.ts'

/** How a program of PostgreSQL reaches a cluster. */
export interface ClusterAccess {
  path: string
  /** False where the path means something in the program's own process only. */
  isRealPath: boolean
  /** To be appended to the program's stdio of three. */
  descriptors: number[]
  close(): Promise<void>
}

/**
 * By its path; or, where root works below a folder that is closed to PostgreSQL's account, by a descriptor that the
 * program inherits: only opening by path needs the right to pass through every folder above.
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

/** The topmost folder of a path that `user` may not enter. */
function closedFolder(path: string, user: ServerUser | undefined): string {
  const above = dirname(path)
  return above === path || canReach(above, user) ? path : closedFolder(above, user)
}
