import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import { saveSettings } from '#domain/settings/commands.server.ts'
import { storedSettings, versionOf } from '#domain/settings/queries.server.ts'
import type { LockedSettings } from '#domain/settings/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { deleteUnusedImages, imageKey } from './files.server.ts'
import { ownedImage } from './queries.server.ts'
import type { Purpose } from './rules.ts'
import { sweepImages } from './sweep.server.ts'

const { db, another } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'dojo-sweep-'))
const files = await openFileStore({ dataDir, s3: undefined })
const member = await makeMember(db)
const hour = 3_600_000
afterAll(() => rm(dataDir, { recursive: true }))

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * hour)
}

function sweep(over: Db = db) {
  return sweepImages({ db: over, files }, hoursAgo(24))
}

async function makeImage(age: number, purpose: Purpose = 'submission'): Promise<string> {
  const id = newId()
  await db.rows(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes, created_at)
    values (${id}, ${member.id}, ${purpose}, 480, 270, ${[480]}, 1, ${hoursAgo(age)})`)
  await files.put(imageKey(id, 480), Buffer.from('x'), 'image/webp')
  return id
}

/** An id as if made some hours ago, with a file but no row. */
async function makeStray(age: number): Promise<string> {
  const moment = hoursAgo(age).getTime().toString(16).padStart(12, '0')
  const id = `${moment.slice(0, 8)}-${moment.slice(8)}${newId().slice(13)}`
  await files.put(imageKey(id, 480), Buffer.from('x'), 'image/webp')
  return id
}

async function exists(id: string): Promise<[row: boolean, file: boolean]> {
  const row = await db.row(sql`select id from images where id = ${id}`)
  const file = await files.get(imageKey(id, 480))
  file?.stream.destroy()
  return [row !== undefined, file !== null]
}

test('unused images are deleted after a day, with their files', async () => {
  const [old, young] = [await makeImage(25), await makeImage(23)]
  expect(await sweep()).toEqual({ images: 1, strays: 0 })
  expect(await exists(old)).toEqual([false, false])
  expect(await exists(young)).toEqual([true, true])
})

test('images of submissions, challenges and members stay', async () => {
  const used = [await makeImage(99), await makeImage(99, 'challenge'), await makeImage(99, 'avatar')]
  const challengeId = await makeChallenge(db)
  await makeSubmission(db, member, challengeId, { imageId: used[0] as string })
  await db.rows(sql`update challenges set image_id = ${used[1]} where id = ${challengeId}`)
  await db.rows(sql`update users set photo_image_id = ${used[2]} where id = ${member.id}`)
  expect(await sweep()).toEqual({ images: 0, strays: 0 })
  for (const id of used) expect(await exists(id)).toEqual([true, true])

  await db.rows(sql`update users set photo_image_id = null where id = ${member.id}`)
  expect(await sweep()).toEqual({ images: 1, strays: 0 })
})

test('the logo of the site and those before it stay (ADM-152)', async () => {
  const logos = [await makeImage(99, 'logo'), await makeImage(99, 'logo')]
  const unused = await makeImage(99, 'logo')
  const admin = await makeAdmin(db)
  for (const logo of logos) {
    await db.rows(sql`update images set width = 192 where id = ${logo}`)
    const version = versionOf(await storedSettings(db), 'look')
    const change = { section: 'look', version, values: { logo } } as const
    accepted(await saveSettings(db, admin, change, {} as LockedSettings))
  }
  expect(await sweep()).toEqual({ images: 1, strays: 0 })
  expect(await exists(unused)).toEqual([false, false])
  for (const logo of logos) expect(await exists(logo)).toEqual([true, true])
  await expect(db.rows(sql`delete from images where id = ${logos[1]}`)).rejects.toThrow('site_settings')
})

test('files without an image are deleted after a day; unknown files stay', async () => {
  const [old, young] = [await makeStray(25), await makeStray(23)]
  await files.put('images/notes/read.me', Buffer.from('x'), 'text/plain')
  expect(await sweep()).toEqual({ images: 0, strays: 1 })
  expect(await exists(old)).toEqual([false, false])
  expect(await exists(young)).toEqual([false, true])
  const note = await files.get('images/notes/read.me')
  expect(note?.size).toBe(1)
  note?.stream.destroy()
})

test('one sweep deletes more than a batch', async () => {
  await db.rows(sql`
    insert into images (id, purpose, width, height, widths, bytes, created_at)
    select gen_random_uuid(), 'avatar', 96, 96, '{96}', 1, ${hoursAgo(30)} from generate_series(1, 450)`)
  expect(await sweep()).toMatchObject({ images: 450 })
})

test('a sweep that is stopped deletes no further files; the next one does', async () => {
  const ids = [await makeStray(26), await makeStray(26), await makeStray(26)]
  const stop = new AbortController()
  const deleteAndStop = (folder: string) => {
    stop.abort()
    return files.deleteAll(folder)
  }
  const slow = { ...files, deleteAll: deleteAndStop }
  expect(await sweepImages({ db, files: slow }, hoursAgo(24), stop.signal)).toEqual({ images: 0, strays: 1 })
  expect(await sweep()).toEqual({ images: 0, strays: ids.length - 1 })
})

test('an image being attached is not swept, and one being swept cannot be attached', async () => {
  const [attached, swept] = [await makeImage(30, 'avatar'), await makeImage(30, 'avatar')]
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const attaching = another().transaction(async (tx) => {
    expect(await ownedImage(tx, attached, member.id, 'avatar')).toBeDefined()
    await tx.rows(sql`update users set photo_image_id = ${attached} where id = ${member.id}`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  expect(await sweep()).toEqual({ images: 1, strays: 0 })
  release.resolve()
  await attaching
  expect(await exists(attached)).toEqual([true, true])
  expect(await ownedImage(db, swept, member.id, 'avatar')).toBeUndefined()
})

test('an image attached while its last use is deleted is kept', async () => {
  const imageId = await makeImage(0, 'avatar')
  const other = another(2)
  const { deleting } = await other.transaction(async (tx) => {
    await tx.rows(sql`update users set photo_image_id = ${imageId} where id = ${member.id}`)
    const deleting = db.transaction((second) => deleteUnusedImages(second, member.id, [imageId]))
    deleting.catch(() => undefined)
    await lockWait(other)
    return { deleting }
  })
  expect(await deleting).toEqual([])
  expect(await ownedImage(db, imageId, member.id, 'avatar')).toBeDefined()
})

test('concurrent sweeps and attachments lose no image', async () => {
  const other = another()
  for (let round = 0; round < 15; round++) {
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeImage(30, 'avatar')))
    const members = await Promise.all(ids.map(() => makeMember(db)))
    const attach = (imageId: string, i: number) =>
      other.transaction(async (tx) => {
        const image = await ownedImage(tx, imageId, member.id, 'avatar')
        if (image)
          await tx.rows(sql`update users set photo_image_id = ${imageId} where id = ${members[i]?.id}`)
        return image !== undefined
      })
    const [attached] = await Promise.all([Promise.all(ids.map(attach)), sweep(), sweep(other)])
    await sweep()
    expect(await Promise.all(ids.map(exists))).toEqual(attached.map((kept) => [kept, kept]))
  }
})
