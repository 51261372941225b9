import { spawnSync } from 'node:child_process'

/** Whom PostgreSQL runs as when that is not whom this process runs as. */
export interface ServerUser {
  uid: number
  gid: number
}

const nobody = 65534

/** PostgreSQL refuses to run as root, so root lends it an account without rights. */
export function serverUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined
}

/** The account that owns the files of a cluster. */
export function ownerOf(user: ServerUser | undefined): number | undefined {
  return user?.uid ?? process.getuid?.()
}

/** Whether `user` may enter a folder, or run a program, through every folder above it. */
export function canReach(path: string, user: ServerUser | undefined): boolean {
  return spawnSync('test', ['-x', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
