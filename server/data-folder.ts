import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage, Failure } from '#platform/failure.ts'

/** Creates DATA_DIR. Throws a Failure if it is not writable. */
export async function ensureDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new Failure(`DATA_DIR ${folder} cannot be written: ${errorMessage(error)}`)
  }
}
