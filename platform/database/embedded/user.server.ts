import { spawnSync } from 'node:child_process'

/** The account that PostgreSQL runs as when it differs from this process's account. */
export interface ServerUser {
  uid: number
  gid: number
}

const nobodyId = 65534

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
