import { basename } from 'node:path/posix'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import type { S3Config } from '../config/config.server.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** In milliseconds, for each of two attempts. */
export interface S3Timeouts {
  connection: number
  /** Until the first byte of a file, or the answer to a check. */
  read: number
  /** Until the answer to any other request, such as an upload. */
  request: number
  /** Without any transfer, in a file too. A client slower than 2 KB/s can pause one for this long. */
  idle: number
}

/** Files that may be read at the same time. Further ones would wait for a connection until their timeout. */
const mostReads = 1_000
/** Connections for everything else: uploads, deletions, a sweep and the check of the bucket. */
const otherConnections = 64
/** Deletions wait for each other, so that uploads and checks find a connection while the bucket is slow. */
const deletionsAtOnce = 8

const defaultTimeouts: S3Timeouts = { connection: 3_000, read: 5_000, request: 15_000, idle: 30_000 }

/** Stores files in a bucket of Amazon S3 or a compatible service. Throws if the bucket is unreachable. */
export async function openS3Store(config: S3Config, timeouts = defaultTimeouts): Promise<FileStore> {
  const client = connect(config, timeouts, otherConnections)
  // A visitor may take a minute to read a file. Apart, so that uploads and checks find a connection.
  const reader = connect(config, timeouts, mostReads)
  const reading = { requestTimeout: timeouts.read }
  const deletions = pLimit(deletionsAtOnce)
  async function check(): Promise<void> {
    await client.send(new HeadBucketCommand({ Bucket: config.bucket }), reading).catch((error) => {
      throw clearerError(error)
    })
  }
  await check()
  const { bucket: Bucket } = config
  const pagesOf = (folder: string, Delimiter?: string) =>
    paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/`, Delimiter })
  async function deleteAll(folder: string): Promise<void> {
    for await (const { Contents = [] } of pagesOf(folder)) {
      const Objects = Contents.map(({ Key }) => ({ Key }))
      if (Objects.length > 0)
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    }
  }
  return {
    async put(key, bytes, contentType) {
      const object = { Bucket, Key: key, Body: bytes, ContentType: contentType }
      const { ETag } = await client.send(new PutObjectCommand(object))
      // A proxy in front of the bucket may answer 200 with another page.
      if (!ETag) throw new Error('the answer is not that of a bucket')
    },
    get: (key) => read(reader, { Bucket, Key: key }, reading),
    delete: async (key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key }))),
    deleteAll: (folder) => deletions(() => deleteAll(folder)),
    async *list(folder) {
      for await (const { CommonPrefixes = [], Contents = [] } of pagesOf(folder, '/')) {
        for (const { Prefix = '' } of CommonPrefixes) yield basename(Prefix)
        for (const { Key = '' } of Contents) yield basename(Key)
      }
    },
    check,
  }
}

function connect(
  { region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: S3Config,
  { connection, request, idle }: S3Timeouts,
  maxSockets: number,
): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Only Amazon's own service is certain to support the checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connection,
      requestTimeout: request,
      // Otherwise the timeout only logs a warning.
      throwOnRequestTimeout: true,
      socketTimeout: idle,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })
}

async function read(
  client: S3Client,
  object: { Bucket: string; Key: string },
  options: { requestTimeout: number },
): Promise<StoredFile | null> {
  try {
    const { Body, ContentLength } = await client.send(new GetObjectCommand(object), options)
    return Body ? { stream: Body as Readable, size: ContentLength ?? 0 } : null
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
    throw error
  }
}

// A response without a body has no better message than 'UnknownError'.
function clearerError(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error
  const status = error.$metadata.httpStatusCode
  if (status === 404) return new Error('there is no such bucket', { cause: error })
  if (status === 403) return new Error('access is denied', { cause: error })
  return error
}
