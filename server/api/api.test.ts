import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { generate } from 'openapi-typescript-codegen'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import { createToken, revokeToken, tokensOf } from '#domain/sessions/tokens.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import { resources } from '#server/api/api.ts'
import {
  accepted,
  as,
  daysFromNow,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeManySubmissions,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { listenerSites } from '#test/listener-site.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)
const admin = await makeAdmin(db)
let origin = ''

beforeAll(async () => {
  origin = (await openSite({ env: { TRUST_PROXY: '1' } })).origin
})

interface Item {
  id: string
  title: string
  votes: number | null
  next?: string
}

let client = 0

/** Each test has an address of its own, so that its requests are counted apart. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const url = path.startsWith('http') ? path : `${origin}/api/v1${path}`
  return fetch(url, { method, headers: { 'X-Forwarded-For': `198.51.100.${client}`, ...headers } })
}

async function read(path: string) {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  return response.json()
}

async function ids(path: string): Promise<string[]> {
  return (await read(path)).items.map(({ id }: Item) => id)
}

async function problem(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await get(path, headers, method)
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const body = await response.json()
  expect(body).toMatchObject({ type: 'about:blank', status: response.status })
  return { ...body, headers: response.headers }
}

describe('challenges (NAV-90)', () => {
  it('have ids, times in UTC and absolute addresses', async () => {
    const deadline = new Date('2090-02-03T04:05:00Z')
    const id = await makeChallenge(db, { title: 'Paper & ink', kind: 'text', deadline })
    const challenge = await read(`/challenges/${id}`)
    expect(challenge).toMatchObject({
      id,
      url: `${origin}/challenges/${id}`,
      title: 'Paper & ink',
      status: 'active',
      deadline: '2090-02-03T04:05:00.000Z',
      requirements: 'One entry',
      image: null,
    })
  })

  it('name the sizes of a picture', async () => {
    const image = '01a21e67-023e-7146-a05c-3c23c41a2d17'
    const author = await makeMember(db)
    await db.rows(sql`insert into images (id, owner_id, purpose, bytes, width, height, widths, color)
      values (${image}, ${author.id}, 'submission', 1, 300, 150, '{160,320,480}', '#102030')`)
    const challenge = await makeChallenge(db)
    const submission = await makeSubmission(db, author, challenge, { imageId: image })
    const variant = (file: number, width: number, height: number) => ({
      url: `${origin}/media/${image}/${file}.webp`,
      width,
      height,
    })
    const { image: shown, author: by } = await read(`/challenges/${challenge}/submissions/${submission}`)
    expect(shown).toEqual({ color: '#102030', variants: [variant(160, 160, 80), variant(320, 300, 150)] })
    expect(by).toEqual({
      id: author.id,
      url: `${origin}/profile/${author.id}`,
      name: author.displayName,
      avatarUrl: `${origin}/avatars/ninja-1.svg`,
      rank: 'Novice Ninja',
    })
  })

  it('are chosen by status, kind and type', async () => {
    const seed = { kind: 'code', type: 'monthly' } as const
    const upcoming = await makeChallenge(db, { ...seed, status: 'upcoming', startDate: daysFromNow(1) })
    const active = await makeChallenge(db, seed)
    await makeChallenge(db, { ...seed, type: 'daily' })
    expect(await ids('/challenges?kind=code&type=monthly')).toEqual([active, upcoming])
    expect(await ids('/challenges?kind=code&type=monthly&status=upcoming')).toEqual([upcoming])
  })

  it.each([
    'status=draft',
    'kind=poem',
    'color=red',
    'kind=text&kind=code',
    'limit=0',
    'limit=101',
    'limit=x',
  ])('refuse ?%s', async (query) => {
    expect((await problem(`/challenges?${query}`)).status).toBe(400)
  })
})

describe('members (NAV-90)', () => {
  it('are on the leaderboard by their points, of all time and of a period', async () => {
    const [first, second] = [await makeMember(db), await makeMember(db)]
    const entry = { reason: 'admin_adjustment', challengeId: null } as const
    await applyPointsEntries(db, [
      { ...entry, userId: first.id, points: 900, sourceId: newId() },
      { ...entry, userId: second.id, points: 800, sourceId: newId() },
    ])
    for (const query of ['', '?period=month', '?period=season']) {
      const { items } = await read(`/leaderboard${query}`)
      expect(items.slice(0, 2)).toMatchObject([
        { place: 1, points: 900, totalPoints: 900, member: { id: first.id } },
        { place: 2, points: 800, totalPoints: 800, member: { id: second.id } },
      ])
    }
    expect((await problem('/leaderboard?period=week')).status).toBe(400)
  })

  it('have a profile until their account is deleted, without votes of secret ballots', async () => {
    const author = await makeMember(db)
    const secret = await makeBallot(db, { author, showVotes: false })
    await castVote(db, as(admin), secret.challenge, secret.submission)
    const { challenge, submission } = await makeBallot(db, { author })
    await castVote(db, as(admin), challenge, submission)
    expect(await read(`/members/${author.id}`)).toMatchObject({
      id: author.id,
      url: `${origin}/profile/${author.id}`,
      name: author.displayName,
      submissions: 2,
      votesReceived: 1,
      wins: 0,
    })
    await db.rows(sql`
      update users set deleted_at = app_now(), email = null, display_name = 'Anonymous Ninja', rank = 'Novice Ninja' where id = ${author.id}`)
    expect((await problem(`/members/${author.id}`)).status).toBe(404)
  })
})

describe('what a visitor may not see (NAV-90)', () => {
  const paths = (challenge: string, submission: string) => [
    `/challenges/${challenge}`,
    `/challenges/${challenge}/submissions`,
    `/challenges/${challenge}/submissions/${submission}`,
    `/challenges/${challenge}/results`,
  ]

  /** The status of each address, by the order above. */
  async function statuses(challenge: string, submission: string): Promise<number[]> {
    const responses = await Promise.all(paths(challenge, submission).map((path) => get(path)))
    return responses.map(({ status }) => status)
  }

  it('a draft and its submissions', async () => {
    const { challenge, submission } = await makeBallot(db)
    await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)
    expect(await statuses(challenge, submission)).toEqual([404, 404, 404, 404])
    expect(await ids('/challenges?limit=100')).not.toContain(challenge)
  })

  it('submissions before the deadline where the challenge hides them', async () => {
    const challenge = await makeChallenge(db, { showSubmissions: false })
    const submission = await makeSubmission(db, await makeMember(db), challenge)
    expect(await statuses(challenge, submission)).toEqual([200, 200, 404, 404])
    expect(await ids(`/challenges/${challenge}/submissions`)).toEqual([])
    await openVoting(db, challenge)
    expect(await ids(`/challenges/${challenge}/submissions`)).toEqual([submission])
  })

  it('rejected submissions', async () => {
    const challenge = await makeChallenge(db)
    const author = await makeMember(db)
    const submission = await makeSubmission(db, author, challenge)
    await rejectSubmission(db, as(admin), submission, 'No')
    expect(await statuses(challenge, submission)).toEqual([200, 200, 404, 404])
    expect(await ids(`/challenges/${challenge}/submissions`)).toEqual([])
  })

  it('pending submissions where they wait for approval', async () => {
    const { challenge, submission } = await makeBallot(db)
    const { origin: reviewed } = await openSite({ env: { MODERATION: 'before' } })
    const seen = async (site: string) => {
      const { items } = await read(`${site}/api/v1/challenges/${challenge}/submissions`)
      const one = await get(`${site}/api/v1/challenges/${challenge}/submissions/${submission}`)
      return [items.length, one.status]
    }
    expect([await seen(origin), await seen(reviewed)]).toEqual([
      [1, 200],
      [0, 404],
    ])
    await db.rows(sql`update submissions set status = 'approved' where id = ${submission}`)
    expect(await seen(reviewed)).toEqual([1, 200])
  })

  it('counts and the order of counts of a secret ballot, until its completion', async () => {
    const challenge = await makeChallenge(db, { showVotes: false })
    const authors = [await makeMember(db), await makeMember(db), await makeMember(db)]
    const entries: string[] = []
    for (const author of authors) entries.push(await makeSubmission(db, author, challenge))
    await openVoting(db, challenge)
    const before = (await get(`/challenges/${challenge}/submissions`)).headers.get('ETag')
    await castVote(db, as(admin), challenge, entries[0] ?? '')

    const listed = await get(`/challenges/${challenge}/submissions`)
    expect(listed.headers.get('ETag')).toBe(before)
    const { items } = await listed.json()
    expect(items.map(({ id }: Item) => id)).toEqual(entries.toReversed())
    expect(items.map(({ votes }: Item) => votes)).toEqual([null, null, null])
    expect(await read(`/challenges/${challenge}`)).toMatchObject({ votes: null })
    expect(await read(`/challenges/${challenge}/submissions/${entries[0]}`)).toMatchObject({
      votes: null,
      comments: null,
      isWinner: false,
      place: null,
    })
    expect((await problem(`/challenges/${challenge}/results`)).status).toBe(404)

    await completeChallenge(db, as(admin), challenge)
    expect(await read(`/challenges/${challenge}/submissions/${entries[0]}`)).toMatchObject({
      votes: 1,
      isWinner: true,
      place: 1,
    })
    const result = await read(`/challenges/${challenge}/results`)
    expect(result).toMatchObject({ votes: 1, entries: 3, winner: { submissionId: entries[0], votes: 1 } })
    expect(result.items.map(({ place }: { place: number }) => place)).toEqual([1, null, null])
  })

  it('who a deleted member was', async () => {
    const author = await makeMember(db)
    const { challenge, submission } = await makeBallot(db, { author })
    await db.rows(sql`
      update users set deleted_at = app_now(), email = null, display_name = 'Anonymous Ninja', rank = 'Novice Ninja' where id = ${author.id}`)
    const one = await read(`/challenges/${challenge}/submissions/${submission}`)
    expect(one.author).toMatchObject({ id: null, url: null, name: 'Anonymous Ninja' })
    expect(JSON.stringify(one)).not.toContain(author.id)
  })

  it('is not found by ids that are none', async () => {
    for (const id of ['x', '00000000-0000-7000-8000-000000000000', "'", '%00'])
      expect((await problem(`/challenges/${id}`)).status).toBe(404)
  })
})

describe('pages (NAV-91)', () => {
  /** All items of a list by its cursors; `between` runs after each page. */
  async function all(path: string, between: () => Promise<unknown> = async () => undefined): Promise<Item[]> {
    const found: Item[] = []
    for (let next: string | null = path; next; ) {
      const page = await read(next)
      found.push(...page.items)
      next = page.next
      await between()
    }
    return found
  }

  it('have every challenge once while others are added', async () => {
    client += 1
    const made: string[] = []
    const createdAt = daysFromNow(0)
    for (let n = 0; n < 7; n++) made.push(await makeChallenge(db, { kind: 'audio', createdAt }))
    const found = await all('/challenges?kind=audio&limit=2', () => makeChallenge(db, { kind: 'audio' }))
    expect(found.map(({ id }) => id)).toEqual(made.toSorted().toReversed())
  })

  it('have every submission once while others are added', async () => {
    client += 1
    const challenge = await makeChallenge(db)
    await makeManySubmissions(db, challenge, 25)
    const add = async () => makeSubmission(db, await makeMember(db), challenge)
    const found = await all(`/challenges/${challenge}/submissions?limit=10`, add)
    expect([found.length, new Set(found.map(({ id }) => id)).size]).toEqual([25, 25])
  })

  it('of a result follow its places', async () => {
    client += 1
    const challenge = await makeChallenge(db)
    await makeManySubmissions(db, challenge, 9)
    await db.rows(sql`
      with numbered as (select id, row_number() over (order by id) as n from submissions where challenge_id = ${challenge})
      update submissions s set votes = (array[3, 2, 2, 1, 1, 1, 0, 0, 0])[n] from numbered where numbered.id = s.id`)
    await db.rows(
      sql`update challenges set status = 'completed', completed_at = app_now() where id = ${challenge}`,
    )
    const whole = await read(`/challenges/${challenge}/results`)
    const places = whole.items.map(({ place }: { place: number | null }) => place)
    expect(places).toEqual([1, 2, 2, 4, 4, 4, null, null, null])
    for (const limit of [1, 2, 4])
      expect(await all(`/challenges/${challenge}/results?limit=${limit}`)).toEqual(whole.items)
  })

  it.each(['x', 'W10', 'WzEsMl0', Buffer.from('[-1,"x"]').toString('base64url'), 'a'.repeat(300)])(
    'refuse the cursor %s',
    async (cursor) => {
      expect((await problem(`/challenges?cursor=${cursor}`)).status).toBe(400)
    },
  )
})

describe('requests (NAV-92)', () => {
  it('with a known entity tag get no body', async () => {
    client += 1
    const path = `/challenges/${await makeChallenge(db)}`
    const first = await get(path, { 'Accept-Encoding': 'identity' })
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=60')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path, { 'Accept-Encoding': 'identity', 'If-None-Match': known })
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
      expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
    expect(await (await get(path, {}, 'HEAD')).text()).toBe('')
  })

  it('of other sites may read, without cookies', async () => {
    client += 1
    const path = '/challenges'
    const preflight = await get(path, { Origin: 'https://other.example' }, 'OPTIONS')
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD,OPTIONS')
    const response = await get(path, { Origin: 'https://other.example', Cookie: 'session=x' })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })

  it('are limited by address', async () => {
    client += 1
    const first = await get('/openapi.json')
    expect(first.headers.get('RateLimit-Policy')).toBe('"api";q=300;w=60')
    // Caches give this answer to other clients.
    expect(first.headers.get('RateLimit')).toBeNull()
    for (let use = 1; use < 300; use++) await (await get('/openapi.json', {}, 'HEAD')).body?.cancel()
    const refused = await problem('/openapi.json')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.headers.get('RateLimit')).toMatch(/^"api";r=0;/)
    client += 1
    expect((await get('/openapi.json')).status).toBe(200)
  })

  it('that are malformed are refused at every address, and none fails', async () => {
    const ids = [
      '0',
      '-1',
      '1e309',
      '%00',
      '%FF',
      '__proto__',
      'X'.repeat(500),
      newId().toUpperCase(),
      newId(),
    ]
    const queries = [
      'cursor=',
      'cursor=%00',
      'cursor=bnVsbA',
      'cursor=W10',
      'limit=',
      'limit=1e99',
      'limit=5.5',
    ]
    const more = [...queries, 'limit=-1', '__proto__=1', 'constructor=1', '_routes=root', '%FF=%FF', '&&==&']
    for (const { path } of resources) {
      client += 1
      const withIds = ids.map((one) => path.replace(/\{\w+\}/g, one))
      const addresses = path.includes('{') ? withIds : more.map((query) => `${path}?${query}`)
      for (const one of addresses) {
        const { status } = await get(one)
        expect([400, 401, 404], one).toContain(status)
      }
    }
  })

  it.each(['', '*/*', 'application/json', 'text/html, application/*;q=0.5'])(
    'with Accept: %s get JSON',
    async (Accept) => {
      expect((await get('/openapi.json', { Accept })).status).toBe(200)
    },
  )

  it.each([
    ['/challenges', 'POST', {}, 405],
    ['/challenges', 'DELETE', {}, 405],
    ['/unknown', 'PUT', {}, 405],
    ['/challenges', 'GET', { Accept: 'text/html' }, 406],
    ['/challenges', 'GET', { Accept: 'application/json;q=0, text/html' }, 406],
    ['/unknown', 'GET', {}, 404],
    ['/challenges/', 'GET', {}, 404],
  ])('%s %s %o is refused', async (path, method, headers, status) => {
    expect((await problem(path, headers as Record<string, string>, method)).status).toBe(status)
  })
})

describe('a token (AUTH-46)', () => {
  const tokenOf = async (member: Member) => ({
    Authorization: `Bearer ${accepted(await createToken(db, member, 'Script')).token}`,
  })
  const readAs = async (headers: Record<string, string>, path: string) => {
    const response = await get(path, headers)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    return response.json()
  }

  it('opens what is its member’s own, also what others do not see', async () => {
    client += 1
    const member = await makeMember(db)
    const token = await tokenOf(member)
    const [hiding, rejecting] = [await makeChallenge(db, { showSubmissions: false }), await makeChallenge(db)]
    const hidden = await makeSubmission(db, member, hiding)
    const rejected = await makeSubmission(db, member, rejecting)
    await rejectSubmission(db, as(admin), rejected, 'Not a drawing')
    const secret = await makeBallot(db, { showVotes: false, title: 'Secret' })
    await castVote(db, as(member), secret.challenge, secret.submission)

    expect(await readAs(token, '/me')).toMatchObject({
      id: member.id,
      name: member.displayName,
      submissions: 2,
    })
    expect((await readAs(token, '/me/submissions')).items).toMatchObject([
      { id: rejected, state: 'rejected', rejectionReason: 'Not a drawing' },
      { id: hidden, state: 'pending', rejectionReason: null },
    ])
    expect((await readAs(token, '/me/votes')).items).toMatchObject([
      { challenge: { id: secret.challenge, title: 'Secret' }, submission: { id: secret.submission } },
    ])
    const { items } = await readAs(token, '/me/points')
    expect(items.map(({ points, reason }: { points: number; reason: string }) => [points, reason])).toEqual([
      [-25, 'submission_removed'],
      [25, 'challenge_submission'],
      [25, 'challenge_submission'],
    ])
    // Everything else stays what a visitor sees.
    expect((await get(`/challenges/${hiding}/submissions/${hidden}`, token)).status).toBe(404)
    expect((await readAs(token, `/challenges/${secret.challenge}`)).votes).toBeNull()
    expect((await readAs(token, `/challenges/${hiding}/submissions`)).items).toEqual([])
  })

  it('of an administrator opens nothing more', async () => {
    const { challenge, submission } = await makeBallot(db)
    await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)
    const token = await tokenOf(admin)
    expect((await get(`/challenges/${challenge}/submissions/${submission}`, token)).status).toBe(404)
  })

  it('reads own lists in pages, each item once', async () => {
    client += 1
    const member = await makeMember(db)
    const token = await tokenOf(member)
    for (let n = 0; n < 5; n++) {
      await makeSubmission(db, member, await makeChallenge(db))
      const { challenge, submission } = await makeBallot(db)
      await castVote(db, as(member), challenge, submission)
    }
    for (const path of ['/me/submissions', '/me/votes', '/me/points']) {
      const whole = (await readAs(token, `${path}?limit=100`)).items
      const found: unknown[] = []
      for (let next: string | null = `${path}?limit=2`; next; ) {
        const page = await readAs(token, next)
        found.push(...page.items)
        next = page.next
      }
      expect(found).toEqual(whole)
      expect(whole.length).toBeGreaterThanOrEqual(5)
    }
  })

  it('is refused once it is revoked, or its member suspended or deleted', async () => {
    client += 1
    expect(await problem('/me')).toMatchObject({ status: 401 })
    expect((await problem('/me')).headers.get('WWW-Authenticate')).toBe('Bearer')
    expect((await problem('/me', { Cookie: 'session=x' })).status).toBe(401)
    for (const Authorization of ['Bearer x', 'Basic eDp4', `Bearer dojo_${'x'.repeat(43)}`, ''])
      expect((await problem('/challenges', { Authorization })).status).toBe(401)
    const member = await makeMember(db)
    const token = await tokenOf(member)
    await db.rows(
      sql`update users set suspended_at = app_now(), suspended_reason = 'Spam' where id = ${member.id}`,
    )
    expect((await problem('/me', token)).status).toBe(403)
    await db.rows(sql`update users set suspended_at = null, suspended_reason = null where id = ${member.id}`)
    expect((await get('/me', token)).status).toBe(200)
    const [row] = await tokensOf(db, member)
    expect(row?.lastUsedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    await revokeToken(db, member, row?.id ?? '')
    expect((await problem('/me', token)).status).toBe(401)
  })

  it('has requests of its own', async () => {
    client += 1
    const token = await tokenOf(await makeMember(db))
    for (let use = 0; use < 2; use++) await get('/openapi.json')
    const own = await get('/openapi.json', token)
    expect([own.status, own.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect((await get('/me', token)).headers.get('RateLimit')).toMatch(/^"api";r=298;t=\d+$/)
  })

  it('that is unknown is not looked up after 300 of an address in a minute', async () => {
    client += 1
    let lookups = 0
    const counting: typeof db = Object.create(db)
    counting.row = (statement) => {
      lookups += 1
      return db.row(statement)
    }
    const { origin: site } = await openSite({ db: counting, env: { TRUST_PROXY: '1' } })
    const send = (Authorization: string) => get(`${site}/api/v1/me`, { Authorization })
    for (let use = 0; use < 300; use++)
      expect((await send(`Bearer dojo_${String(use).padStart(43, 'x')}`)).status).toBe(401)
    expect(lookups).toBe(300)
    const refused = await send(`Bearer dojo_${'y'.repeat(43)}`)
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
    expect(lookups).toBe(300)
    // Requests without a token are counted apart.
    expect((await get('/openapi.json')).status).toBe(200)
    client += 1
    expect((await send((await tokenOf(await makeMember(db))).Authorization)).status).toBe(200)
  })
})

describe('the OpenAPI document (NAV-92)', () => {
  it('is valid OpenAPI 3.1', async () => {
    const document = await read('/openapi.json')
    expect(document.openapi).toBe('3.1.0')
    expect(await new Validator().validate(document)).toEqual({ valid: true })
  })

  it('makes a client with a generator', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dojo-api-client-'))
    try {
      const document = await read('/openapi.json')
      await generate({ input: document, output: folder, httpClient: 'fetch', clientName: 'Dojo' })
      const { Dojo } = await import(join(folder, 'index.ts'))
      const challenge = await makeChallenge(db, { title: 'Generated' })
      const dojo = new Dojo({ BASE: `${origin}/api/v1` })
      expect(await dojo.default.getChallengesById(challenge)).toMatchObject({ title: 'Generated' })
      await expect(dojo.default.getChallengesById('x')).rejects.toMatchObject({ status: 404 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
