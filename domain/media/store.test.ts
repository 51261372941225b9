import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { type FileStore, FileStoreError } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, makeChallenge, makeMember, makeMembers, makeSubmission } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { openImage } from './files.server.ts'
import { ownedImage } from './queries.server.ts'
import type { Purpose } from './rules.ts'
import { pageWidths } from './sources.ts'
import { storeImage } from './store.server.ts'

const { db, another } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'dojo-images-'))
const files = await openFileStore({ dataDir, s3: undefined })
const services = { db, files, imageProcessor }
const owner = await makeMember(db)
const imageBytes = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()
afterAll(() => rm(dataDir, { recursive: true }))

function store(
  bytes: Uint8Array = imageBytes,
  purpose: Purpose = 'submission',
  use: Partial<typeof services> = {},
) {
  return storeImage({ ...services, ...use }, { ownerId: owner.id, purpose, bytes })
}

async function nothingKept(): Promise<boolean> {
  const rows = await db.rows(sql`select id from images`)
  const folders: string[] = []
  for await (const name of files.list('images')) folders.push(name)
  return rows.length === folders.length
}

describe('storing an image', () => {
  test('stores nothing for a member who deletes the account during decoding', async () => {
    const leaver = await makeMember(db)
    const pending = db.transaction(async (tx) => {
      await tx.rows(sql`select from users where id = ${leaver.id} for update`)
      const upload = {
        ownerId: leaver.id,
        purpose: 'avatar',
        bytes: imageBytes,
      } as const
      const stored = storeImage({ ...services, db: another(2) }, upload)
      await lockWait(tx)
      await tx.rows(sql`
        update users set display_name = 'Anonymous Ninja', email = null, deleted_at = app_now() where id = ${leaver.id}`)
      return { stored }
    })
    expect(await (await pending).stored).toMatchObject({ ok: false, code: 'signed-out' })
    expect(await db.row(sql`select from images where owner_id = ${leaver.id}`)).toBeUndefined()
    expect(await nothingKept()).toBe(true)
  })

  test('stores a row and five files', async () => {
    const { id, ...size } = accepted(await store())
    expect(size).toEqual({ width: 1000, height: 500, color: '#cc3333', widths: pageWidths })

    let total = 0
    for (const width of size.widths) {
      const file = await openImage(files, id, width)
      const bytes = Buffer.concat((await file?.stream.toArray()) ?? [])
      expect((await sharp(bytes).metadata()).format).toBe('webp')
      expect(bytes.length).toBe(file?.size)
      total += bytes.length
    }
    expect(
      await db.row(sql`select owner_id, purpose, width, color, widths, bytes from images where id = ${id}`),
    ).toEqual({
      owner_id: owner.id,
      purpose: 'submission',
      width: 1000,
      color: '#cc3333',
      widths: pageWidths,
      bytes: total,
    })
  })

  test.each([
    ['submission', 10],
    ['challenge', 5],
    ['avatar', 2],
  ] as const)('for a %s takes less than %i MB', async (purpose, megabytes) => {
    const limit = megabytes * 1024 * 1024
    // Bytes after the end of an image are no fault of it.
    const padded = (size: number) => Buffer.concat([imageBytes, Buffer.alloc(size - imageBytes.length)])
    expect((await store(padded(limit - 1), purpose)).ok).toBe(true)
    expect(await store(padded(limit), purpose)).toEqual({
      ok: false,
      code: 'invalid',
      message: `Please upload an image smaller than ${megabytes}MB`,
    })
  })

  test('refuses a file that is not an image, and stores nothing', async () => {
    expect(await store(Buffer.from('<svg/>'))).toEqual({
      ok: false,
      code: 'invalid',
      message: 'Please upload a valid image file (JPEG, PNG, or WEBP)',
    })
    expect(await nothingKept()).toBe(true)
  })

  test('accepts ten concurrent uploads of ten members', async () => {
    const members = await makeMembers(db, 10)
    const image = { purpose: 'submission', bytes: imageBytes } as const
    const outcomes = await Promise.all(
      members.map(({ id }) => storeImage(services, { ...image, ownerId: id })),
    )
    expect(outcomes.map(({ ok }) => ok)).toEqual(Array(10).fill(true))
    expect(new Set(outcomes.map((each) => each.ok && each.value.id)).size).toBe(10)
  })

  test('refuses and stores nothing if files cannot be written', async () => {
    let puts = 0
    const full: FileStore = {
      ...files,
      async put(...file) {
        if (++puts === 3) throw new FileStoreError('could not write: ENOSPC')
        await files.put(...file)
      },
    }
    expect(await store(imageBytes, 'submission', { files: full })).toEqual({
      ok: false,
      code: 'busy',
      message: 'Failed to upload image: it could not be saved, please try again later',
    })
    expect(await store(imageBytes, 'avatar', { files: full })).toMatchObject({ ok: true })
    await expect.poll(nothingKept).toBe(true)
  })

  test('refuses at once what could not be written, though the bucket does not answer any more', async () => {
    const silent: FileStore = {
      ...files,
      put: () => Promise.reject(new FileStoreError('could not write: timeout')),
      deleteAll: () => new Promise(() => undefined),
    }
    expect(await store(imageBytes, 'avatar', { files: silent })).toMatchObject({ ok: false, code: 'busy' })
  })

  test('leaves no file if the row cannot be written', async () => {
    await db.rows(sql`
      create function refuse_image() returns trigger language plpgsql as $$ begin raise check_violation; end $$`)
    await db.rows(
      sql`create trigger refuse_image before insert on images for each row execute function refuse_image()`,
    )
    await expect(store()).rejects.toThrow('check_violation')
    await db.rows(sql`drop function refuse_image cascade`)
    await expect.poll(nothingKept).toBe(true)
  })
})

describe('unused images of a member', () => {
  const small = { purpose: 'submission', bytes: imageBytes } as const

  async function storeAll(ownerId: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await storeOne(ownerId))
    return ids
  }

  async function storeOne(ownerId: string, over = db): Promise<string> {
    return accepted(await storeImage({ ...services, db: over }, { ...small, ownerId })).id
  }

  /** Those of `ids` with a row and files. Fails for a row without files or files without a row. */
  async function stored(ids: string[]): Promise<string[]> {
    const found: string[] = []
    for (const id of ids) {
      const row = await db.row(sql`select id from images where id = ${id}`)
      const file = await openImage(files, id, 480)
      file?.stream.destroy()
      expect(file !== null).toBe(row !== undefined)
      if (row) found.push(id)
    }
    return found
  }

  test('are limited to the newest five, with their files', async () => {
    const [member, other] = [await makeMember(db), await makeMember(db)]
    const ofOther = await storeAll(other.id, 1)
    const ids = await storeAll(member.id, 6)
    expect(await stored(ids)).toEqual(ids.slice(1))
    const newest = await storeAll(member.id, 2)
    expect(await stored([...ids, ...newest])).toEqual([...ids.slice(3), ...newest])
    expect(await stored(ofOther)).toEqual(ofOther)
  })

  test('do not include images of submissions, challenges and avatars', async () => {
    const member = await makeMember(db)
    const used = await storeAll(member.id, 3)
    const challengeId = await makeChallenge(db)
    await makeSubmission(db, member, challengeId, { imageId: used[0] as string })
    await db.rows(sql`update challenges set image_id = ${used[1]} where id = ${challengeId}`)
    await db.rows(sql`update users set photo_image_id = ${used[2]} where id = ${member.id}`)
    const ids = await storeAll(member.id, 7)
    expect(await stored([...used, ...ids])).toEqual([...used, ...ids.slice(2)])
  })

  test('are limited to five in parallel uploads', async () => {
    const member = await makeMember(db)
    const elsewhere = another()
    for (let round = 0; round < 3; round++) {
      const before = await storeAll(member.id, 5)
      const parallel = await Promise.all([storeOne(member.id), storeOne(member.id, elsewhere)])
      expect((await stored([...before, ...parallel])).sort()).toEqual(
        [...before.slice(2), ...parallel].sort(),
      )
    }
  })

  test('do not include an image that is being attached', async () => {
    const member = await makeMember(db)
    const ids = await storeAll(member.id, 5)
    const challengeId = await makeChallenge(db)
    const newest = await another().transaction(async (tx) => {
      await ownedImage(tx, ids[0] as string, member.id, 'submission')
      const id = await storeOne(member.id)
      await tx.rows(sql`update challenges set image_id = ${ids[0]} where id = ${challengeId}`)
      return id
    })
    expect(await stored([...ids, newest])).toEqual([...ids, newest])
  })
})

describe('an image may be used', () => {
  test('by its owner, for its purpose', async () => {
    const outcome = await store()
    if (!outcome.ok) throw new Error(outcome.message)
    const { id } = outcome.value
    const other = await makeMember(db)
    expect(await ownedImage(db, id, owner.id, 'submission')).toEqual(outcome.value)
    expect(await ownedImage(db, id, other.id, 'submission')).toBeUndefined()
    expect(await ownedImage(db, id, owner.id, 'avatar')).toBeUndefined()
    expect(await ownedImage(db, id, owner.id, 'challenge')).toBeUndefined()
    expect(await ownedImage(db, newId(), owner.id, 'submission')).toBeUndefined()
  })

  test('for a challenge by any administrator', async () => {
    const outcome = await store(imageBytes, 'challenge')
    if (!outcome.ok) throw new Error(outcome.message)
    const admin = await makeMember(db, { isAdmin: true })
    expect(await ownedImage(db, outcome.value.id, admin.id, 'challenge')).toEqual(outcome.value)
  })
})

test('opens only known sizes of known images', async () => {
  const id = newId()
  await files.put(`images/${id}/481.webp`, imageBytes, 'image/webp')
  expect(await openImage(files, id, 481)).toBeNull()
  expect(await openImage(files, newId(), 480)).toBeNull()
  expect(await openImage(files, '../images', 480)).toBeNull()
})
