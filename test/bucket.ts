import S3rver from 's3rver'

/** An S3 service on loopback with one bucket, whose files are in `directory`. */
export async function startBucket(directory: string) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'dojo' }],
  })
  const { port } = await server.run()
  const s3 = {
    bucket: 'dojo',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
  }
  return { s3, close: () => server.close() }
}
