import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { loadViewer } from '#app/middleware/viewer.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { type FileStore, FileStoreError } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { type ImageProcess, ImageProcessError } from '#platform/images/image-process.server.ts'
import { openRenderedImages, type RenderedImages } from '#platform/images/rendered-images.server.ts'
import {
  accepted,
  as,
  daysFromNow,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { imageProcess } from '#test/image-processes.ts'
import { watched } from '#test/open-page.tsx'
import { origin, requestContext } from '#test/request-context.ts'
import * as challengeImage from './challenge.ts'
import * as profileImage from './profile.ts'
import * as rankStory from './rank-story.ts'
import * as submissionImage from './submission.ts'
import * as submissionStory from './submission-story.ts'

const { db } = await testDatabase()
const context = await requestContext(db, null)
const services = context.get(servicesContext)
const [author, other] = [await makeMember(db, { displayName: 'Paper Fox 203' }), await makeMember(db)]

interface Options {
  headers?: Record<string, string>
  method?: string
  renderedImages?: RenderedImages
  database?: typeof db
  files?: FileStore
  /** In the format of stories. */
  story?: boolean
}

/** Requests the share image of the page at `path` as a visitor. */
async function get(path: string, options: Options = {}): Promise<Response> {
  const { headers, method, database = db, renderedImages = emptyCache(), files = services.files } = options
  const { story = false } = options
  const visitorContext: RouterContextProvider = await requestContext(database, null)
  visitorContext.set(servicesContext, { ...services, db: database, renderedImages, files })
  const [, area, id = '', , submissionId] = path.split('/')
  const routes = story ? [rankStory, submissionStory] : [profileImage, submissionImage]
  const route = routes[area === 'profile' ? 0 : submissionId ? 1 : 2] ?? challengeImage
  const request = new Request(`${origin}${path}/share${story ? '-story' : ''}.png`, { headers, method })
  const params = { id, submissionId, userId: id }
  return (route.loader as (args: unknown) => Promise<Response>)({ request, params, context: visitorContext })
}

const submissionPath = (challenge: string, id: string) => `/challenges/${challenge}/submissions/${id}`
const images = new LRUCache<string, Buffer>({ max: 200 })
const emptyCache = () => openRenderedImages({ imageProcess })
const cachedOnly = openRenderedImages({ images, imageProcess, maxWaiting: 0 })
const mustNotRender: RenderedImages = {
  async find() {
    throw new Error('no image was to be rendered')
  },
  render: async () => null,
  close: () => undefined,
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Of the line beside the image: gold for the first three places. */
async function edgeColour(path: string): Promise<'gold' | 'red'> {
  const image = sharp(await (await get(path)).arrayBuffer()).removeAlpha()
  const pixels = await image.extract({ left: 615, top: 316, width: 30, height: 1 }).raw().toBuffer()
  let [red, green] = [0, 0]
  for (let at = 0; at < pixels.length; at += 3) {
    const value = pixels[at] ?? 0
    if (value > red) [red, green] = [value, pixels[at + 1] ?? 0]
  }
  expect(red).toBeGreaterThan(180)
  return green > 130 ? 'gold' : 'red'
}

/** Rendered images that count the renderings. */
function countRenderings() {
  const counts = { rendered: 0 }
  const counting: ImageProcess = {
    ...imageProcess,
    run(name, ...args) {
      if (name === 'renderPng') counts.rendered++
      return imageProcess.run(name, ...args)
    },
  }
  return { counts, renderedImages: openRenderedImages({ images, imageProcess: counting }) }
}

function processThat(run: () => Promise<unknown>): ImageProcess {
  return { run: run as ImageProcess['run'], close: () => undefined }
}

function blank(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

async function uploadImage(owner: Member, width: number): Promise<string> {
  const blank = { width, height: 600, channels: 3, background: '#0a8f6b' } as const
  const bytes = await sharp({ create: blank }).png().toBuffer()
  return accepted(await storeImage(services, { ownerId: owner.id, purpose: 'submission', bytes })).id
}

describe('a share image', () => {
  it.each([
    'The last lantern before the storm',
    'Night 🥷 of the 🔥 lanterns 👨‍👩‍👧‍👦',
    'مسابقة الفوانيس الأخيرة قبل العاصفة',
    '夜の灯台と嵐の前の最後の提灯についての長い長い物語',
    '<svg onload=alert(1)> & "quotes"',
    'x'.repeat(100),
  ])('of %s has 1200 x 630 pixels, for a challenge, a submission and its author', async (title) => {
    const challenge = await makeChallenge(db, { title })
    const submission = await makeSubmission(db, author, challenge, { title })
    for (const path of [
      `/challenges/${challenge}`,
      submissionPath(challenge, submission),
      `/profile/${author.id}`,
    ]) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
      const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
      expect([format, width, height]).toEqual(['png', 1200, 630])
    }
  })

  it.each([390, 900])(
    'shows an uploaded image of %i pixels, or a drawing when its file is missing',
    async (width) => {
      const imageId = await uploadImage(author, width)
      const challenge = await makeChallenge(db)
      const path = submissionPath(challenge, await makeSubmission(db, author, challenge, { imageId }))
      const centreColour = async () => {
        const image = sharp(await (await get(path)).arrayBuffer()).removeAlpha()
        const { data } = await image
          .extract({ left: 1000, top: 300, width: 1, height: 1 })
          .raw()
          .toBuffer({ resolveWithObject: true })
        return [...data]
      }
      const [red = 0, green = 0, blue = 0] = await centreColour()
      expect(green).toBeGreaterThan(120)
      expect(Math.max(red, blue)).toBeLessThan(120)
      await services.files.deleteAll(`images/${imageId}`)
      expect((await centreColour())[0]).toBeGreaterThan(150)
    },
  )

  it('of a submission shows its place once the challenge is completed', async () => {
    const challenge = await makeChallenge(db, { showVotes: false })
    const [placed, unplaced] = [
      submissionPath(challenge, await makeSubmission(db, author, challenge)),
      submissionPath(challenge, await makeSubmission(db, await makeMember(db), challenge)),
    ]
    await openVoting(db, challenge)
    await castVote(db, as(other), challenge, placed.split('/').at(-1) ?? '')
    const tagOf = async (path: string) => (await get(path, { method: 'HEAD' })).headers.get('etag')
    const before = [await tagOf(placed), await tagOf(unplaced)]
    await completeChallenge(db, as(await makeAdmin(db)), challenge)
    expect(await tagOf(placed)).not.toBe(before[0])
    expect(await tagOf(unplaced)).toBe(before[1])
    expect(await edgeColour(placed)).toBe('gold')
    expect(await edgeColour(unplaced)).toBe('red')
  })

  it.each([
    ['wide', 1600, 400, true],
    ['high', 400, 1600, true],
    ['wide', 1600, 400, false],
    ['high', 400, 1600, false],
  ])('shows a %s picture (%i x %i) whole, in the format of stories: %s', async (_, width, height, story) => {
    const quarters = await sharp({ create: { width, height, channels: 3, background: '#00c000' } })
      .composite([
        { input: await blank(width / 4, height, '#c00000'), left: 0, top: 0 },
        { input: await blank(width / 4, height, '#0000c0'), left: width - width / 4, top: 0 },
      ])
      .png()
      .toBuffer()
    const stored = await storeImage(services, { ownerId: author.id, purpose: 'submission', bytes: quarters })
    if (!stored.ok) throw new Error(stored.message)
    const challenge = await makeChallenge(db)
    const submission = await makeSubmission(db, author, challenge, { imageId: stored.value.id })
    const response = await get(submissionPath(challenge, submission), { story })
    const image = sharp(await response.arrayBuffer()).removeAlpha()
    const { width: w, height: h } = await image.metadata()
    expect([w, h]).toEqual(story ? [1080, 1920] : [1200, 630])
    const pixels = await image.raw().toBuffer()
    const count = (isIt: (red: number, green: number, blue: number) => boolean) => {
      let found = 0
      for (let at = 0; at < pixels.length; at += 3)
        if (isIt(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) found++
      return found
    }
    const [red, green, blue] = [
      count((r, g, b) => r > 150 && g < 60 && b < 60),
      count((r, g, b) => g > 150 && r < 60 && b < 60),
      count((r, g, b) => b > 150 && r < 60 && g < 60),
    ]
    expect(green).toBeGreaterThan(25_000)
    for (const side of [red, blue]) expect(Math.abs(side / green - 0.5)).toBeLessThan(0.1)
  })

  it('in the format of stories shows the rank of a member', async () => {
    const response = await get(`/profile/${author.id}`, { story: true })
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect([response.status, width, height]).toEqual([200, 1080, 1920])
    const tag = async () =>
      (await get(`/profile/${author.id}`, { story: true, method: 'HEAD' })).headers.get('etag')
    const before = await tag()
    await db.rows(sql`update users set rank = 'Master Ninja' where id = ${author.id}`)
    expect(await tag()).not.toBe(before)
    await db.rows(sql`update users set rank = 'Novice Ninja' where id = ${author.id}`)
  })

  it('loads its data in one round trip without a session', async () => {
    const challenge = await makeChallenge(db)
    const submission = await makeSubmission(db, author, challenge)
    // A profile's two statements run in parallel: the member and the totals.
    const statementsOf = new Map([
      [`/challenges/${challenge}`, 1],
      [submissionPath(challenge, submission), 1],
      [`/profile/${author.id}`, 2],
    ])
    for (const [path, statements] of statementsOf) {
      const watching = watched(db)
      await get(path, { database: watching.db, method: 'HEAD' })
      expect(watching.statements).toHaveLength(statements)
      const headers = { cookie: `session=${'a'.repeat(43)}` }
      const request = new Request(`${origin}${path}/share.png`, { headers })
      expect(await loadViewer({ db: watching.db, config: services.config }, request)).toEqual({
        viewer: null,
      })
      expect(watching.statements).toHaveLength(statements)
    }
  })
})

describe('a page that visitors may not see', () => {
  it.each(['x', newId(), `${newId()}'--`, '%00'])('has no share image: %s', async (id) => {
    const stories = [submissionPath(id, id), `/profile/${id}`].map((path) => ({ path, story: true }))
    const wide = [`/challenges/${id}`, submissionPath(id, id), `/profile/${id}`].map((path) => ({ path }))
    for (const { path, ...format } of [...wide, ...stories]) {
      const response = await get(path, { ...format, renderedImages: mustNotRender })
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('has no share image: a draft', async () => {
    const draft = await makeChallenge(db, { status: 'draft' })
    expect((await get(`/challenges/${draft}`)).status).toBe(404)
  })

  it('has no share image: a submission that is rejected, hidden or of another challenge', async () => {
    const open = await makeChallenge(db)
    const rejected = await makeSubmission(db, author, open)
    expect((await get(submissionPath(open, rejected), { method: 'HEAD' })).status).toBe(200)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
    expect((await get(submissionPath(open, rejected))).status).toBe(404)
    expect((await get(submissionPath(open, rejected), { story: true })).status).toBe(404)

    const hiding = await makeChallenge(db, { showSubmissions: false })
    const hidden = await makeSubmission(db, author, hiding)
    expect((await get(submissionPath(hiding, hidden))).status).toBe(404)
    expect((await get(submissionPath(open, hidden))).status).toBe(404)
  })

  it('does not show vote counts in a share image', async () => {
    const { challenge, submission } = await makeBallot(db, { author, showVotes: false })
    const tags = async () => {
      const paths = [`/challenges/${challenge}`, submissionPath(challenge, submission)]
      const story = { path: submissionPath(challenge, submission), story: true }
      const images = [...paths.map((path) => ({ path, story: false })), story]
      const responses = await Promise.all(
        images.map((image) => get(image.path, { method: 'HEAD', story: image.story })),
      )
      return responses.map((response) => response.headers.get('etag'))
    }
    const before = await tags()
    expect((await castVote(db, as(other), challenge, submission)).ok).toBe(true)
    expect(await tags()).toEqual(before)
  })
})

describe('rendering', () => {
  it('is skipped for a client with the entity tag until the content changes', async () => {
    const challenge = await makeChallenge(db)
    const path = `/challenges/${challenge}`
    const etag =
      (await get(path, { method: 'HEAD', renderedImages: mustNotRender })).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const known = { 'if-none-match': `W/${etag}` }
    const response = await get(path, { headers: known, renderedImages: mustNotRender })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
    expect(await response.text()).toBe('')

    await db.rows(sql`update challenges set deadline = ${daysFromNow(3)} where id = ${challenge}`)
    expect((await get(path, { headers: known, method: 'HEAD' })).status).toBe(200)
  })

  it('happens once for concurrent requests and for later ones', async () => {
    const challenge = await makeChallenge(db, { title: 'Rendered once' })
    const { counts, renderedImages } = countRenderings()
    const requests = Array.from({ length: 10 }, () => get(`/challenges/${challenge}`, { renderedImages }))
    const images = await Promise.all((await Promise.all(requests)).map(bytesOf))
    expect(counts.rendered).toBe(1)
    expect(new Set(images.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    const cached = await get(`/challenges/${challenge}`, { renderedImages: cachedOnly })
    expect((await bytesOf(cached)).equals(images[0] ?? Buffer.alloc(0))).toBe(true)
  })

  it('is refused while too many wait; cached images are still sent', async () => {
    const cached = await makeChallenge(db, { title: 'Cached' })
    await get(`/challenges/${cached}`, { renderedImages: countRenderings().renderedImages })
    const refused = await get(`/challenges/${await makeChallenge(db)}`, { renderedImages: cachedOnly })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect((await get(`/challenges/${cached}`, { renderedImages: cachedOnly })).status).toBe(200)
  })

  it('is limited for each client; cached images are not', async () => {
    const { renderedImages } = countRenderings()
    const flood = { 'x-client-address': '198.51.100.7' }
    const cached = await makeChallenge(db, { title: 'Cached before the flood' })
    await get(`/challenges/${cached}`, { renderedImages })
    await db.rows(sql`delete from rate_limits`)
    const instant = openRenderedImages({ images, imageProcess: processThat(async () => Buffer.from('png')) })
    const statuses: number[] = []
    let last: Response | undefined
    for (let i = 0; i < 61; i++) {
      const challenge = await makeChallenge(db, { title: `Flood ${i}` })
      last = await get(`/challenges/${challenge}`, { renderedImages: instant, headers: flood })
      statuses.push(last.status)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get(`/challenges/${cached}`, { renderedImages: instant, headers: flood })).status).toBe(200)
    const honest = { 'x-client-address': '203.0.113.9' }
    const path = `/challenges/${await makeChallenge(db, { title: 'Honest' })}`
    expect((await get(path, { renderedImages: instant, headers: honest })).status).toBe(200)
  })

  it.each([
    ['whose process ends', new ImageProcessError('ended', 'killed')],
    ['whose files fail', new FileStoreError('no disk')],
  ])('%s gives 503 to every request that waits for it', async (_, error) => {
    const path = `/challenges/${await makeChallenge(db)}`
    const started = Promise.withResolvers<void>()
    const failure = Promise.withResolvers<never>()
    const ending = processThat(() => {
      started.resolve()
      return failure.promise
    })
    const opened = openRenderedImages({ imageProcess: ending })
    const found = Promise.withResolvers<void>()
    const renderedImages: RenderedImages = {
      ...opened,
      find(tag) {
        found.resolve()
        return opened.find(tag)
      },
    }
    const first = get(path, { renderedImages: opened })
    await started.promise
    const second = get(path, { renderedImages })
    await found.promise
    failure.reject(error)
    expect([(await first).status, (await second).status]).toEqual([503, 503])
  })

  it('with a missing file is not cached; a failing store gives 503', async () => {
    const imageId = await uploadImage(author, 900)
    const challenge = await makeChallenge(db)
    const path = submissionPath(challenge, await makeSubmission(db, author, challenge, { imageId }))
    await services.files.deleteAll(`images/${imageId}`)
    const { counts, renderedImages } = countRenderings()
    for (let i = 0; i < 2; i++) expect((await get(path, { renderedImages })).status).toBe(200)
    expect(counts.rendered).toBe(2)
    const failing = openRenderedImages({
      images,
      imageProcess: processThat(() => Promise.reject(new FileStoreError('could not read'))),
    })
    expect((await get(path, { renderedImages: failing })).status).toBe(503)
  })

  it('whose image breaks off in the middle gives 503', async () => {
    const imageId = await uploadImage(author, 900)
    const challenge = await makeChallenge(db)
    const path = submissionPath(challenge, await makeSubmission(db, author, challenge, { imageId }))
    const stream = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('RIFF')
          throw new Error('socket hang up')
        })(),
      )
    const files = { ...services.files, get: async () => ({ stream: stream(), size: 9 }) }
    expect((await get(path, { files })).status).toBe(503)
  })
})
