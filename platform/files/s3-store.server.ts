import type { Readable } from 'node:stream'
import { GetObjectCommand, HeadBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Config } from '../config/config.server.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** Stores files in a bucket of Amazon S3 or a compatible service. Throws if the bucket is unreachable. */
export async function openS3Store(config: S3Config): Promise<FileStore> {
  const client = connect(config)
  async function check(): Promise<void> {
    await client.send(new HeadBucketCommand({ Bucket: config.bucket })).catch((error) => {
      throw clearerError(error)
    })
  }
  await check()
  const driver = new S3Driver({ client, bucket: config.bucket, visibility: 'private', supportsACL: false })
  return {
    put: (key, bytes, contentType) => driver.put(key, bytes, { contentType }),
    get: (key) => read(client, config.bucket, key),
    delete: (key) => driver.delete(key),
    deleteAll: (folder) => driver.deleteAll(`${folder}/`),
    async *list(folder) {
      let paginationToken: string | undefined
      do {
        const page = await driver.listAll(folder, paginationToken ? { paginationToken } : {})
        for (const { name } of page.objects) yield name
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    check,
  }
}

function connect({ region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: S3Config): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Only Amazon's own service is certain to support the checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  })
}

// flydrive would request the size and the content one after the other.
async function read(client: S3Client, bucket: string, key: string): Promise<StoredFile | null> {
  try {
    const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
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
