import type { Readable } from 'node:stream'

export interface StoredFile {
  stream: Readable
  /** In bytes. */
  size: number
}

/** Where files live: a folder of this machine or an S3 bucket. Keys look like `images/<id>/480.webp`. */
export interface FileStore {
  /** All or nothing: a reader sees the old content or the new one, never half of it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The file, or null when there is none. Whoever asks must read or destroy the stream. */
  get(key: string): Promise<StoredFile | null>
  /** Deletes a file. Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Deletes everything in a folder. */
  deleteAll(folder: string): Promise<void>
  /** The names of the files and folders directly in a folder, in no promised order. */
  list(folder: string): AsyncIterable<string>
  /** Resolves where files can be read and written now. */
  check(): Promise<void>
}

/** The store could not do what was asked: disk full, no permission, service not reachable. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
}

/** By name, since the server and the app's bundle each have a class of their own. */
export function isFileStoreError(error: unknown): error is FileStoreError {
  return error instanceof Error && error.name === 'FileStoreError'
}
