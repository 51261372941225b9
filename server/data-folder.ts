import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorMessage, Failure } from '#platform/failure.ts'

/** Creates DATA_DIR. Throws a Failure if it is not writable. */
export async function ensureDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    await makeFolder(folder)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new Failure(`DATA_DIR ${folder} cannot be written: ${errorMessage(error)}`)
  }
}

// Not mkdir's `recursive`: below a folder like /proc it does not return.
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) await makeFolder(parent)
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
