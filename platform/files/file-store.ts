import type { Readable } from 'node:stream'

export interface StoredFile {
  stream: Readable
  /** In bytes. */
  size: number
}

export interface ListedFile {
  key: string
  modifiedAt: Date
}

/** Where files live: a directory of this machine or an S3 bucket. Keys look like `images/<id>/480.webp`. */
export interface FileStore {
  /** All or nothing: a reader sees the old content or the new one, never half of it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The file, or null when there is none. Whoever asks must read or destroy the stream. */
  get(key: string): Promise<StoredFile | null>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Every file whose key starts with the folder `prefix`, page by page, in no promised order. */
  list(prefix: string): AsyncIterable<ListedFile>
}

export interface S3Settings {
  bucket: string
  region: string
  /** Only for services other than Amazon's. */
  endpoint?: string
  accessKeyId?: string
  secretAccessKey?: string
  /** Addresses of the form endpoint/bucket/key, as MinIO and other small servers want them. */
  forcePathStyle?: boolean
}

export interface FileStoreOptions {
  /** Used when `s3` is absent. Made when missing. */
  directory: string
  s3?: S3Settings
}
