import { join } from 'node:path'
import type { Config } from '../config/config.server.ts'
import { errorMessage, Failure } from '../failure.ts'
import { openDiskStore } from './disk-store.server.ts'
import { type FileStore, FileStoreError } from './file-store.ts'
import type { S3Timeouts } from './s3-store.server.ts'

/**
 * Opens the configured bucket, else DATA_DIR/files, and checks that it is usable; throws a Failure if not. Later
 * errors are thrown as FileStoreError, after a call of `onFault`.
 */
export async function openFileStore(
  config: Pick<Config, 'dataDir' | 's3'>,
  onFault: (error: FileStoreError) => void = () => {},
  s3Timeouts?: S3Timeouts,
): Promise<FileStore> {
  const { s3 } = config
  if (s3) {
    // Imported on demand: the client takes 12 MB.
    const { openS3Store } = await import('./s3-store.server.ts')
    return withErrorReports(await opened(`bucket '${s3.bucket}'`, openS3Store(s3, s3Timeouts)), onFault)
  }
  const folder = join(config.dataDir, 'files')
  return withErrorReports(await opened(`folder '${folder}'`, openDiskStore(folder)), onFault)
}

async function opened(place: string, store: Promise<FileStore>): Promise<FileStore> {
  try {
    return await store
  } catch (error) {
    throw new Failure(`the ${place} for files cannot be used: ${errorMessage(error)}`, { cause: error })
  }
}

function withErrorReports(store: FileStore, onFault: (error: FileStoreError) => void): FileStore {
  function fault(doing: string, cause: unknown): FileStoreError {
    const error = new FileStoreError(`could not ${doing}: ${errorMessage(cause)}`, { cause })
    onFault(error)
    return error
  }
  async function attempt<T>(doing: string, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw fault(doing, error)
    }
  }
  return {
    put: (key, bytes, type) => attempt(`write ${key}`, store.put(key, bytes, type)),
    get: (key) => attempt(`read ${key}`, store.get(key)),
    delete: (key) => attempt(`delete ${key}`, store.delete(key)),
    deleteAll: (folder) => attempt(`delete ${folder}`, store.deleteAll(folder)),
    async *list(folder) {
      try {
        yield* store.list(folder)
      } catch (error) {
        throw fault(`list ${folder}`, error)
      }
    },
    check: () => attempt('reach the files', store.check()),
  }
}
