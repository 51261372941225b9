import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { storeImage } from './store.server.ts'
import { sweepImages } from './sweep.server.ts'

const { db, connection } = await testDatabase()

/** A database whose connection ends after the server has committed an insert into images and before it can say so. */
async function databaseThatLosesReplies(folder: string) {
  const server = createServer((client) => {
    const backend = connect(join(String(connection.host), `.s.PGSQL.${connection.port}`))
    let inserting = false
    let killed = false
    client.on('data', (bytes) => {
      inserting ||= bytes.includes('insert into images')
      backend.write(bytes)
    })
    backend.on('data', (bytes) => {
      if (!inserting) client.write(bytes)
      // Once: a second statement would end the connection of the first, whose text it matches.
      else if (!killed) void killBackends()
      killed ||= inserting
    })
    for (const socket of [client, backend]) socket.on('error', () => undefined)
    backend.on('close', () => client.destroy())
    client.on('close', () => backend.destroy())
  })
  const path = join(folder, `.s.PGSQL.${connection.port}`)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const lossy = openDatabase({ connection: { ...connection, host: folder }, poolSize: 1 })
  onTestFinished(async () => {
    await lossy.close()
    server.close()
  })
  return lossy
}

function killBackends(): Promise<unknown> {
  return db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%insert into images%'`)
}

test('an image whose commit was not confirmed keeps its files until the sweep removes row and files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-reply-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = await openFileStore({ dataDir: folder, s3: undefined })
  const source = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const owner = await makeMember(db)
  const services = { db: await databaseThatLosesReplies(folder), files, imageProcessor }
  const storing = storeImage(services, {
    ownerId: owner.id,
    purpose: 'avatar',
    bytes: source,
  })
  expect(isOutage(await storing.catch((error) => error))).toBe(true)

  const [image] = await db.rows<{ id: string; widths: number[] }>(sql`select id, widths from images`)
  expect(image?.widths).toEqual([96, 192, 384])
  for (const width of image?.widths ?? []) {
    const file = await files.get(`images/${image?.id}/${width}.webp`)
    expect(file?.size).toBeGreaterThan(0)
    file?.stream.destroy()
  }
  expect(await sweepImages({ db, files }, new Date(Date.now() + 1000))).toEqual({ images: 1, strays: 0 })
  expect(await files.get(`images/${image?.id}/96.webp`)).toBeNull()
})
