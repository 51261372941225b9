import { parse } from 'fast-xml-parser'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import { as, makeAdmin, makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { listenerSites } from '#test/listener-site.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)
const admin = await makeAdmin(db)
let origin = ''

beforeAll(async () => {
  origin = (await openSite()).origin
})

function oembed(url: string, query = ''): Promise<Response> {
  return fetch(`${origin}/oembed?url=${encodeURIComponent(url)}${query}`)
}

async function embedOf(url: string, query = '') {
  const response = await oembed(url, query)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json'])
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  return response.json()
}

async function withImage(kind: 'image' | 'text') {
  const author = await makeMember(db)
  const imageId = newId()
  await db.rows(sql`insert into images (id, owner_id, purpose, bytes, width, height, widths)
    values (${imageId}, ${author.id}, 'submission', 1, 960, 720, '{160,320,480,720,960}')`)
  const ballot = await makeBallot(db, { author, kind }, { title: 'A "crane" <3', imageId })
  return {
    ...ballot,
    author,
    path: `/challenges/${ballot.challenge}/submissions/${ballot.submission}`,
    imageId,
  }
}

describe('oEmbed (NAV-93)', () => {
  it('frames the card of a challenge', async () => {
    const id = await makeChallenge(db, { title: 'Paper & "ink"' })
    const url = `${origin}/challenges/${id}`
    const embed = await embedOf(url)
    expect(embed).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Paper & "ink"',
      provider_name: 'Creative Dojo',
      provider_url: origin,
      width: 480,
      height: 360,
    })
    const { iframe } = parse(embed.html, { ignoreAttributes: false, attributeNamePrefix: '' })
    expect(iframe).toMatchObject({ src: `${origin}/embed/challenges/${id}`, width: '480', height: '360' })
    expect((await fetch(iframe.src)).status).toBe(200)
    expect(await embedOf(`${url}/?utm=1#top`)).toEqual(embed)
    expect(await embedOf(url, '&maxwidth=300&maxheight=200')).toMatchObject({ width: 300, height: 200 })
  })

  it('shows an image as a photo, any other work as a card with a preview', async () => {
    const photo = await withImage('image')
    const media = (width: number) => `${origin}/media/${photo.imageId}/${width}.webp`
    expect(await embedOf(origin + photo.path)).toMatchObject({
      type: 'photo',
      title: 'A "crane" <3',
      url: media(960),
      width: 960,
      height: 720,
      author_name: photo.author.displayName,
      author_url: `${origin}/profile/${photo.author.id}`,
    })
    expect(await embedOf(origin + photo.path, '&maxwidth=500')).toMatchObject({
      url: media(480),
      height: 360,
    })
    expect(await embedOf(origin + photo.path, '&maxwidth=100')).toMatchObject({ type: 'rich', width: 100 })
    const text = await withImage('text')
    expect(await embedOf(origin + text.path, '&maxheight=300')).toMatchObject({
      type: 'rich',
      height: 300,
      thumbnail_url: `${origin}/media/${text.imageId}/320.webp`,
      thumbnail_width: 320,
      thumbnail_height: 240,
    })
  })

  it('knows only public addresses of this site', async () => {
    const { challenge, submission, path } = await withImage('image')
    await rejectSubmission(db, as(admin), submission, 'No')
    const draft = await makeChallenge(db, { status: 'draft' })
    const hiding = await makeChallenge(db, { showSubmissions: false })
    const hidden = await makeSubmission(db, await makeMember(db), hiding)
    for (const address of [
      origin + path,
      `${origin}/challenges/${draft}`,
      `${origin}/challenges/${hiding}/submissions/${hidden}`,
      `${origin}/challenges/${challenge}/submissions/x`,
      `${origin}/challenges/x`,
      `${origin}/leaderboard`,
      `https://other.example/challenges/${challenge}`,
      'x',
      '',
      `${origin}/${'x'.repeat(3_000)}`,
    ])
      expect((await oembed(address)).status, address).toBe(404)
    const address = `${origin}/challenges/${challenge}`
    expect((await oembed(address, '&format=xml')).status).toBe(501)
    for (const query of ['&maxwidth=x', '&maxheight=0', '&maxwidth=-1']) {
      const refused = await oembed(address, query)
      expect([refused.status, refused.headers.get('Content-Type')]).toEqual([400, 'application/problem+json'])
    }
    expect((await fetch(`${origin}/oembed`, { method: 'DELETE' })).status).toBe(405)
  })
})

describe('a card (NAV-93)', () => {
  it('may be framed by any site, and no other page may', async () => {
    const { path, challenge } = await withImage('image')
    for (const card of [`/embed/challenges/${challenge}`, `/embed${path}`, '/embed/challenges/x']) {
      const { headers, status } = await fetch(origin + card)
      expect(status).toBe(card.endsWith('x') ? 404 : 200)
      expect(headers.get('X-Frame-Options')).toBeNull()
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*frame-ancestors \*$/)
      expect(headers.get('Set-Cookie')).toBeNull()
    }
    for (const other of ['/', `/challenges/${challenge}`, '/embed', '/api/v1/challenges']) {
      const { headers } = await fetch(origin + other)
      expect(headers.get('X-Frame-Options'), other).toBe('DENY')
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
  })

  it('has no script, escapes texts and leads to the page', async () => {
    const { path } = await withImage('image')
    const page = await (await fetch(`${origin}/embed${path}`)).text()
    expect(page).not.toContain('<script')
    expect(page).toContain(
      `<a href="${origin}${path}" target="_blank" rel="noopener">A &quot;crane&quot; &lt;3</a>`,
    )
  })

  it('names the winner after completion only', async () => {
    const author = await makeMember(db, { displayName: 'Lone Fox' })
    const { challenge, submission } = await makeBallot(db, { author, showVotes: false })
    await castVote(db, as(admin), challenge, submission)
    const card = async (path: string) =>
      (await fetch(`${origin}/embed/challenges/${challenge}${path}`)).text()
    expect(await card('')).toContain('Voting Phase. Until ')
    expect((await card('')) + (await card(`/submissions/${submission}`))).not.toMatch(/won\.|Winner/)
    await completeChallenge(db, as(admin), challenge)
    // A card is up to a second old.
    await expect.poll(() => card(''), { timeout: 5_000 }).toContain('<bdi>Lone Fox</bdi> won.')
    await expect.poll(() => card(`/submissions/${submission}`)).toContain('. Winner')
  })

  it('shows nothing that visitors do not see', async () => {
    const { challenge, submission } = await makeBallot(db)
    await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)
    for (const path of ['', `/submissions/${submission}`]) {
      const card = await fetch(`${origin}/embed/challenges/${challenge}${path}`)
      expect([card.status, await card.text()]).toEqual([404, expect.stringContaining('This is not public.')])
    }
  })

  it('is made once for requests at the same time, and refused above the limit of an address', async () => {
    let loads = 0
    const counting: typeof db = Object.create(db)
    counting.row = (statement) => {
      loads += 1
      return db.row(statement)
    }
    const { origin: other } = await openSite({ db: counting, env: { TRUST_PROXY: '1' } })
    const from = (address: string, id: string) =>
      fetch(`${other}/embed/challenges/${id}`, { headers: { 'X-Forwarded-For': address } })
    const { challenge } = await makeBallot(db)
    const shared = await Promise.all(Array.from({ length: 10 }, () => from('192.0.2.7', challenge)))
    expect(shared.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(loads).toBe(1)
    let last = 404
    for (let use = 0; last === 404 && use < 400; use++) {
      const response = await from('192.0.2.8', newId())
      last = response.status
      if (last === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect([last, loads]).toEqual([429, 301])
    expect((await from('192.0.2.9', challenge)).status).toBe(200)
  })
})
