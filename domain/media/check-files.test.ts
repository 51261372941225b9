import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { brokenImageFiles } from './check-files.server.ts'
import { storeImage } from './store.server.ts'

const { db } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'dojo-check-'))
const s3server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(dataDir, 's3'),
  configureBuckets: [{ name: 'dojo' }],
})
const { port } = await s3server.run()
afterAll(async () => {
  await s3server.close()
  await rm(dataDir, { recursive: true })
})
const s3 = {
  bucket: 'dojo',
  region: 'eu-central-1',
  endpoint: `http://127.0.0.1:${port}`,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
}
const source = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()

describe.each([
  ['a folder', await openFileStore({ dataDir, s3: undefined })],
  ['a bucket', await openFileStore({ dataDir, s3 })],
])('images in %s', (_, files) => {
  const services = { db, files, imageProcessor }

  async function store(): Promise<string> {
    const owner = await makeMember(db)
    const image = { ownerId: owner.id, purpose: 'submission', bytes: source } as const
    return accepted(await storeImage(services, image)).id
  }

  test('and their rows agree; differences on either side are reported', async () => {
    await db.rows(sql`delete from images`)
    const [whole, partial, lost] = [await store(), await store(), await store()]
    expect(await brokenImageFiles({ db, files })).toEqual([])

    await files.delete(`images/${partial}/720.webp`)
    await files.deleteAll(`images/${lost}`)
    const old = '01900000-0000-7000-8000-000000000001'
    for (const id of [old, newId()]) await files.put(`images/${id}/480.webp`, source, 'image/webp')
    expect(await brokenImageFiles({ db, files })).toEqual([
      { name: 'every image has its files', ids: [partial, lost] },
      { name: 'no file is without an image', ids: [old] },
    ])

    await db.rows(sql`delete from images where id <> ${whole}`)
    await files.deleteAll(`images/${old}`)
    expect(await brokenImageFiles({ db, files })).toEqual([])
  })

  test('are all reported if the whole folder is missing', async () => {
    for (let i = 0; i < 7; i++) await store()
    await files.deleteAll('images')
    const [missing] = await brokenImageFiles({ db, files })
    expect(missing?.ids).toHaveLength(5)
    await db.rows(sql`delete from images`)
  })
})
