import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Services, servicesContext } from '#app/context.ts'
import { loadViewer } from '#app/middleware/viewer.server.ts'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { Purpose } from '#domain/media/rules.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { createApp } from '#server/app.ts'
import { listenerOf } from '#server/listen.ts'
import { accepted, as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { listening } from '#test/listening.ts'
import { watched } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import { loader } from './media.ts'

const { db } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'dojo-media-'))
const stored = await openFileStore({ dataDir, s3: undefined })
const opened: Readable[] = []
const files: FileStore = {
  ...stored,
  async get(key) {
    const file = await stored.get(key)
    if (file) opened.push(file.stream)
    return file
  },
}
const source = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()
const [author, other] = [await makeMember(db), await makeMember(db)]
const admin = await makeMember(db, { isAdmin: true })
const viewers = { visitor: null, author, other, admin }
const cookies = new Map<Member | null, string>([[null, '']])
for (const member of [author, other, admin]) {
  cookies.set(member, `session=${await startSession(db, member.id)}`)
}

const server = createServer()
let site = ''
let moderation: Moderation = 'after'
const services: Services = {
  ...(await requestContext(db, null)).get(servicesContext),
  files,
}
beforeAll(async () => {
  site = await listening(server)
  services.config = { ...readConfig({ PUBLIC_URL: site.replace('127.0.0.1', 'localhost') }), demo: false }
  const settings = services.settings.current()
  services.settings.current = () => ({ ...settings, moderation })
  const nothing = (_: unknown, next: () => Promise<void>) => next()
  server.on('request', listenerOf(createApp({ services, pages, files: nothing, formTargets: () => [] })))
})
afterAll(async () => {
  server.close()
  await rm(dataDir, { recursive: true })
})

function pages(request: Request): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const [, , id, file] = new URL(request.url).pathname.split('/')
  return loader({ request, params: { id, file }, context } as unknown as LoaderFunctionArgs)
}

function get(path: string, viewer: Member | null = null, init: RequestInit = {}): Promise<Response> {
  const cookie = cookies.get(viewer)
  const headers = { ...(cookie && { cookie }), ...init.headers }
  return fetch(`${site}/media/${path}`, { ...init, headers })
}

/** Names of the viewers who can see an image. */
async function shownTo(id: string, width = 480): Promise<string[]> {
  const shown: string[] = []
  for (const [name, viewer] of Object.entries(viewers)) {
    const response = await get(`${id}/${width}.webp`, viewer)
    await response.arrayBuffer()
    if (response.status === 404) expect(response.headers.get('cache-control')).toBe('no-store')
    else expect(response.status).toBe(200)
    if (response.status === 200) shown.push(name)
  }
  return shown
}

async function upload(owner: Member, purpose: Purpose = 'submission'): Promise<string> {
  const image = { ownerId: owner.id, purpose, bytes: source }
  return accepted(await storeImage({ db, files, imageProcessor }, image)).id
}

async function submitted(seed: Parameters<typeof makeChallenge>[1] = {}) {
  const challenge = await makeChallenge(db, seed)
  const imageId = await upload(author)
  return { challenge, imageId, submission: await makeSubmission(db, author, challenge, { imageId }) }
}

const everyone = Object.keys(viewers)

describe('an image that everyone may see', () => {
  test('is cached for an hour and then revalidated', async () => {
    const { imageId } = await submitted()
    const response = await get(`${imageId}/480.webp`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = response.headers.get('etag') ?? ''
    expect(etag).toBe(`"${imageId}-480"`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(Number(response.headers.get('content-length')))
    expect((await sharp(bytes).metadata()).format).toBe('webp')

    const files = opened.length
    const again = await get(`${imageId}/480.webp`, null, {
      headers: { 'if-none-match': `"other", W/${etag}` },
    })
    expect(again.status).toBe(304)
    expect(again.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate')
    expect(await again.text()).toBe('')
    expect(opened).toHaveLength(files)
  })

  test('answers HEAD without the image', async () => {
    const { imageId } = await submitted()
    const response = await get(`${imageId}/480.webp`, null, { method: 'HEAD' })
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(opened.at(-1)?.destroyed).toBe(true)
  })

  test('costs one statement and reads no session', async () => {
    const { imageId } = await submitted()
    const watching = watched(db)
    const context = new RouterContextProvider()
    context.set(servicesContext, { ...services, db: watching.db })
    const headers = { cookie: cookies.get(author) ?? '' }
    const request = new Request(`${site}/media/${imageId}/480.webp`, { headers })
    expect(await loadViewer({ db: watching.db, config: services.config }, request)).toEqual({ viewer: null })
    const params = { id: imageId, file: '480.webp' }
    const response = await loader({ request, params, context } as unknown as LoaderFunctionArgs)
    await response.arrayBuffer()
    expect(watching.statements).toHaveLength(1)
  })

  test('leaves no file open when the client disconnects', async () => {
    const { imageId } = await submitted()
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    const leaving = new AbortController()
    const request = new Request(`${site}/media/${imageId}/480.webp`, { signal: leaving.signal })
    const params = { id: imageId, file: '480.webp' }
    const response = await loader({ request, params, context } as unknown as LoaderFunctionArgs)
    leaving.abort()
    expect(opened.at(-1)?.destroyed).toBe(true)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})

describe('who sees an image', () => {
  test('of a submission: everyone, and after its rejection its author and administrators', async () => {
    const { imageId, submission } = await submitted()
    expect(await shownTo(imageId)).toEqual(everyone)
    expect(await rejectSubmission(db, as(admin), submission, 'Copied')).toMatchObject({ ok: true })
    expect(await shownTo(imageId)).toEqual(['author', 'admin'])
    const known = { 'if-none-match': `"${imageId}-480"` }
    expect((await get(`${imageId}/480.webp`, null, { headers: known })).status).toBe(404)
    const own = await get(`${imageId}/480.webp`, author, { headers: known })
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(own.headers.get('etag')).toBeNull()
    await own.arrayBuffer()
  })

  test('of a hidden submission: its author and administrators, until the deadline', async () => {
    const { imageId, challenge } = await submitted({ showSubmissions: false })
    expect(await shownTo(imageId)).toEqual(['author', 'admin'])
    await db.rows(sql`update challenges set deadline = app_now() where id = ${challenge}`)
    expect(await shownTo(imageId)).toEqual(everyone)
  })

  test('of a pending submission, with moderation before publication', async () => {
    const { imageId, submission } = await submitted()
    moderation = 'before'
    expect(await shownTo(imageId)).toEqual(['author', 'admin'])
    await approveSubmission(db, as(admin, 'before'), submission)
    expect(await shownTo(imageId)).toEqual(everyone)
    moderation = 'after'
  })

  test('of a challenge: administrators, while it is a draft', async () => {
    const imageId = await upload(admin, 'challenge')
    const challenge = await makeChallenge(db, { status: 'draft' })
    await db.rows(sql`update challenges set image_id = ${imageId} where id = ${challenge}`)
    expect(await shownTo(imageId)).toEqual(['admin'])
    await db.rows(sql`update challenges set status = 'active' where id = ${challenge}`)
    expect(await shownTo(imageId)).toEqual(everyone)
  })

  test('of a member: everyone, while it is their avatar', async () => {
    const imageId = await upload(author, 'avatar')
    expect(await shownTo(imageId, 192)).toEqual(['author'])
    await db.rows(sql`update users set photo_image_id = ${imageId} where id = ${author.id}`)
    expect(await shownTo(imageId, 192)).toEqual(everyone)
    await db.rows(sql`update users set photo_image_id = null where id = ${author.id}`)
    expect(await shownTo(imageId, 192)).toEqual(['author'])
  })

  test('of the logo of the site: everyone, and administrators before and after (ADM-152)', async () => {
    const imageId = await upload(admin, 'logo')
    expect(await shownTo(imageId, 192)).toEqual(['admin'])
    await db.rows(sql`insert into site_settings (name, value) values ('logo', to_jsonb(${imageId}::text))`)
    expect(await shownTo(imageId, 192)).toEqual(everyone)
    await db.rows(sql`update site_settings set value = '""' where name = 'logo'`)
    expect(await shownTo(imageId, 96)).toEqual(['admin'])
  })

  test('that is not in use: its owner only', async () => {
    expect(await shownTo(await upload(author))).toEqual(['author'])
  })
})

describe('deleting a submission', () => {
  test('deletes its image, row and files', async () => {
    const { imageId, submission } = await submitted()
    expect(await deleteSubmission({ db, files }, as(admin), submission)).toMatchObject({ ok: true })
    expect(await shownTo(imageId)).toEqual([])
    expect(await db.rows(sql`select id from images where id = ${imageId}`)).toEqual([])
    for (const width of [480, 960, 1600])
      expect(await files.get(`images/${imageId}/${width}.webp`)).toBeNull()
  })

  test('keeps an image that another submission uses', async () => {
    const { imageId, submission } = await submitted()
    await makeSubmission(db, author, await makeChallenge(db), { imageId })
    expect(await deleteSubmission({ db, files }, as(admin), submission)).toMatchObject({ ok: true })
    expect(await shownTo(imageId)).toEqual(everyone)
  })

  test('succeeds when the files cannot be deleted; the image is still not found', async () => {
    const { imageId, submission } = await submitted()
    const failing = { ...files, deleteAll: () => Promise.reject(new Error('could not delete')) }
    expect(await deleteSubmission({ db, files: failing }, as(admin), submission)).toMatchObject({ ok: true })
    expect(await shownTo(imageId)).toEqual([])
  })
})

describe('a store', () => {
  test('that has lost a file, or fails, answers 503 for an image that exists', async () => {
    const { imageId } = await submitted()
    const images = join(dataDir, 'files/images')
    await rename(images, `${images}-away`)
    const lost = await get(`${imageId}/480.webp`)
    await writeFile(images, 'not a folder')
    const failed = await get(`${imageId}/480.webp`)
    await rm(images)
    await rename(`${images}-away`, images)
    for (const response of [lost, failed]) {
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await get(`${imageId}/480.webp`, null, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('not found is', () => {
  test.each([
    ['another image', () => `${newId()}/480.webp`],
    ['a size that an avatar has', (id: string) => `${id}/96.webp`],
    ['a size that no image has', (id: string) => `${id}/481.webp`],
    ['another type', (id: string) => `${id}/480.png`],
    ['another ending', (id: string) => `${id}/480.webp.svg`],
    ['another number', (id: string) => `${id}/0480.webp`],
    ['no size', (id: string) => `${id}/`],
    ['no id', () => 'no-id/480.webp'],
    ['a path', () => '..%2f..%2fetc/480.webp'],
  ])('%s', async (_, path) => {
    const { imageId } = await submitted()
    await mkdir(join(dataDir, 'files/images', imageId), { recursive: true })
    await writeFile(join(dataDir, 'files/images', imageId, '96.webp'), source)
    for (const viewer of [null, admin]) {
      const response = await get(path(imageId), viewer)
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })
})
