import type { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { loadViewer } from '#app/session.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { FileStoreError } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { type DrawnImages, openDrawnImages } from '#platform/pictures/drawn-images.server.ts'
import { openQueue, type Queue } from '#platform/queue.ts'
import { as, daysFromNow, makeChallenge, makeEntry, makeMember, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { watched } from '#test/open-page.tsx'
import { memoryCache, origin, requestContext } from '#test/request-context.ts'
import * as challengePicture from './challenge.ts'
import * as entryPicture from './entry.ts'
import * as profilePicture from './profile.ts'

const { db } = await testDatabase()
const context = await requestContext(db, null)
const services = context.get(servicesContext)
const [author, other] = [await makeMember(db, { displayName: 'Paper Fox 203' }), await makeMember(db)]

interface Asking {
  headers?: Record<string, string>
  method?: string
  drawn?: DrawnImages
  on?: typeof db
}

/** Asks for the picture at a path as the URL map has it. */
async function get(path: string, { headers, method, drawn, on }: Asking = {}): Promise<Response> {
  const asked: RouterContextProvider = await requestContext(on ?? db, null)
  asked.set(servicesContext, { ...services, db: on ?? db, drawnImages: drawn ?? fresh() })
  const [, area, id = '', , submissionId] = path.split('/')
  const route = area === 'profile' ? profilePicture : submissionId ? entryPicture : challengePicture
  const request = new Request(`${origin}${path}/share.png`, { headers, method })
  const params = { id, submissionId, userId: id }
  return (route.loader as (args: unknown) => Promise<Response>)({ request, params, context: asked })
}

const entryPath = (challenge: string, id: string) => `/challenges/${challenge}/submissions/${id}`
const cache = memoryCache()
const fresh = () => openDrawnImages({ cache: memoryCache() })
const keptOnly = openDrawnImages({ cache, queue: { run: () => null } })
const forbidden: DrawnImages = {
  async find() {
    throw new Error('nothing was to be drawn')
  },
  draw: () => null,
  removeUnused: async () => undefined,
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Drawn images that count how often something is drawn. */
function counted() {
  const queue = openQueue({ atOnce: 1, waiting: 50 })
  const counts = { drawn: 0 }
  const counting: Queue = {
    run(work, client) {
      counts.drawn++
      return queue.run(work, client)
    },
  }
  return { counts, drawn: openDrawnImages({ cache, queue: counting }) }
}

async function withPicture(owner: Member): Promise<string> {
  const blank = { width: 900, height: 600, channels: 3, background: '#0a8f6b' } as const
  const bytes = await sharp({ create: blank }).png().toBuffer()
  const stored = await storeImage(services, {
    ownerId: owner.id,
    purpose: 'submission',
    source: bytes,
    size: bytes.length,
  })
  if (!stored.ok) throw new Error(stored.message)
  return stored.value.id
}

describe('a picture', () => {
  it.each([
    'The last lantern before the storm',
    'Night 🥷 of the 🔥 lanterns 👨‍👩‍👧‍👦',
    'مسابقة الفوانيس الأخيرة قبل العاصفة',
    '夜の灯台と嵐の前の最後の提灯についての長い長い物語',
    '<svg onload=alert(1)> & "quotes"',
    'x'.repeat(100),
  ])('of %s is 1200 x 630 pixels, for a challenge, an entry and its author', async (title) => {
    const challenge = await makeChallenge(db, { title })
    const entry = await makeEntry(db, author, challenge, { title })
    for (const path of [`/challenges/${challenge}`, entryPath(challenge, entry), `/profile/${author.id}`]) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
      const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
      expect([format, width, height]).toEqual(['png', 1200, 630])
    }
  })

  it('shows the entry itself where it has one, and a drawing where its file is gone', async () => {
    const imageId = await withPicture(author)
    const challenge = await makeChallenge(db)
    const path = entryPath(challenge, await makeEntry(db, author, challenge, { imageId }))
    const colourAt = async () => {
      const picture = sharp(await (await get(path)).arrayBuffer()).removeAlpha()
      const { data } = await picture
        .extract({ left: 1000, top: 300, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [...data]
    }
    const [red = 0, green = 0, blue = 0] = await colourAt()
    expect(green).toBeGreaterThan(120)
    expect(Math.max(red, blue)).toBeLessThan(120)
    await services.files.deleteAll(`images/${imageId}`)
    expect((await colourAt())[0]).toBeGreaterThan(150)
  })

  it('needs one statement, and no session', async () => {
    const challenge = await makeChallenge(db)
    const entry = await makeEntry(db, author, challenge)
    for (const path of [`/challenges/${challenge}`, entryPath(challenge, entry), `/profile/${author.id}`]) {
      const watching = watched(db)
      await get(path, { on: watching.db, method: 'HEAD' })
      expect(watching.statements).toHaveLength(1)
      const headers = { cookie: `session=${'a'.repeat(43)}` }
      const request = new Request(`${origin}${path}/share.png`, { headers })
      expect(await loadViewer({ db: watching.db, config: services.config }, request)).toEqual({
        viewer: null,
      })
      expect(watching.statements).toHaveLength(1)
    }
  })
})

describe('what is not for everybody', () => {
  it.each(['x', newId(), `${newId()}'--`, '%00'])('%s has no picture', async (id) => {
    for (const path of [`/challenges/${id}`, entryPath(id, id), `/profile/${id}`]) {
      const response = await get(path, { drawn: forbidden })
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('neither has a draft', async () => {
    const draft = await makeChallenge(db, { status: 'draft' })
    expect((await get(`/challenges/${draft}`)).status).toBe(404)
  })

  it('nor an entry that is rejected, hidden until the deadline, or of another challenge', async () => {
    const open = await makeChallenge(db)
    const rejected = await makeEntry(db, author, open)
    expect((await get(entryPath(open, rejected), { method: 'HEAD' })).status).toBe(200)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
    expect((await get(entryPath(open, rejected))).status).toBe(404)

    const sealed = await makeChallenge(db, { showSubmissions: false })
    const hidden = await makeEntry(db, author, sealed)
    expect((await get(entryPath(sealed, hidden))).status).toBe(404)
    expect((await get(entryPath(open, hidden))).status).toBe(404)
  })

  it('is a count of votes: a vote changes no picture of a challenge or an entry', async () => {
    const challenge = await makeChallenge(db, { showVotes: false })
    const entry = await makeEntry(db, author, challenge)
    await openVoting(db, challenge)
    const tags = async () => {
      const paths = [`/challenges/${challenge}`, entryPath(challenge, entry)]
      const answers = await Promise.all(paths.map((path) => get(path, { method: 'HEAD' })))
      return answers.map((answer) => answer.headers.get('etag'))
    }
    const before = await tags()
    expect((await castVote(db, as(other), challenge, entry)).ok).toBe(true)
    expect(await tags()).toEqual(before)
  })
})

describe('drawing', () => {
  it('is not done again for who has the picture, until it would look different', async () => {
    const challenge = await makeChallenge(db)
    const path = `/challenges/${challenge}`
    const etag = (await get(path, { method: 'HEAD', drawn: forbidden })).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const known = { 'if-none-match': `W/${etag}` }
    const again = await get(path, { headers: known, drawn: forbidden })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')

    await db.rows(sql`update challenges set deadline = ${daysFromNow(3)} where id = ${challenge}`)
    expect((await get(path, { headers: known, method: 'HEAD' })).status).toBe(200)
  })

  it('happens once for concurrent requests and for later ones', async () => {
    const challenge = await makeChallenge(db, { title: 'Drawn once' })
    const { counts, drawn } = counted()
    const asking = Array.from({ length: 10 }, () => get(`/challenges/${challenge}`, { drawn }))
    const images = await Promise.all((await Promise.all(asking)).map(bytesOf))
    expect(counts.drawn).toBe(1)
    expect(new Set(images.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    const kept = await get(`/challenges/${challenge}`, { drawn: keptOnly })
    expect((await bytesOf(kept)).equals(images[0] ?? Buffer.alloc(0))).toBe(true)
  })

  it('is put off while too many wait, and what is kept is answered', async () => {
    const kept = await makeChallenge(db, { title: 'Kept' })
    await get(`/challenges/${kept}`, { drawn: counted().drawn })
    const refused = await get(`/challenges/${await makeChallenge(db)}`, { drawn: keptOnly })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect((await get(`/challenges/${kept}`, { drawn: keptOnly })).status).toBe(200)
  })

  it('is limited for each client, and what is kept is not', async () => {
    const { drawn } = counted()
    const flood = { 'x-client-address': '198.51.100.7' }
    const kept = await makeChallenge(db, { title: 'Kept for the flood' })
    await get(`/challenges/${kept}`, { drawn })
    await db.rows(sql`delete from rate_limits`)
    const quick = openDrawnImages({
      cache,
      queue: { run: async () => ({ png: Buffer.from('png'), complete: false }) as never },
    })
    const statuses: number[] = []
    let last: Response | undefined
    for (let i = 0; i < 61; i++) {
      const challenge = await makeChallenge(db, { title: `Flood ${i}` })
      last = await get(`/challenges/${challenge}`, { drawn: quick, headers: flood })
      statuses.push(last.status)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get(`/challenges/${kept}`, { drawn: quick, headers: flood })).status).toBe(200)
    const honest = { 'x-client-address': '203.0.113.9' }
    const path = `/challenges/${await makeChallenge(db, { title: 'Honest' })}`
    expect((await get(path, { drawn: quick, headers: honest })).status).toBe(200)
  })

  it('with a missing file is not kept, and a failing store answers 503', async () => {
    const imageId = await withPicture(author)
    const challenge = await makeChallenge(db)
    const path = entryPath(challenge, await makeEntry(db, author, challenge, { imageId }))
    await services.files.deleteAll(`images/${imageId}`)
    const { counts, drawn } = counted()
    for (let i = 0; i < 2; i++) expect((await get(path, { drawn })).status).toBe(200)
    expect(counts.drawn).toBe(2)
    const failing = openDrawnImages({
      cache,
      queue: { run: () => Promise.reject(new FileStoreError('could not read')) },
    })
    expect((await get(path, { drawn: failing })).status).toBe(503)
  })
})
