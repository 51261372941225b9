import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { errorMessage } from '../failure.ts'

export interface StoredFile {
  stream: Readable
  size: number
}

/** Files in a folder or an S3 bucket. Keys look like `images/<id>/480.webp`. */
export interface FileStore {
  /** Atomic: a reader sees the old content or the new one. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null if the file does not exist. The caller must read or destroy the stream. */
  get(key: string): Promise<StoredFile | null>
  delete(key: string): Promise<void>
  deleteAll(folder: string): Promise<void>
  /** The names directly in a folder, in no particular order. */
  list(folder: string): AsyncIterable<string>
  check(): Promise<void>
}

/** The store failed: disk full, no permission, service unreachable. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
}

/** All of a file. Throws a FileStoreError if the store breaks off. */
export async function readWhole({ stream }: StoredFile): Promise<Buffer> {
  try {
    return await buffer(stream)
  } catch (cause) {
    throw new FileStoreError(`a file broke off: ${errorMessage(cause)}`, { cause })
  }
}
