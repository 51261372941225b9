import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { startSession } from '#domain/sessions/sessions.server.ts'
import {
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { childrenOf } from '#test/child-processes.ts'
import { RawConnection, type RawResponse } from '#test/raw-request.ts'
import { patterns } from '#test/routes.ts'
import type { Site } from './site.ts'
import { expect, test } from './test.ts'

const files = /\.(txt|xml|csv|png|ics|atom)$|^\/media\//

test('pages and data of members are not cached, those of visitors vary with cookies', async ({ clients }) => {
  const pages = patterns.filter((path) => !path.includes(':') && !path.includes('*') && !files.test(path))
  expect(pages.length).toBeGreaterThan(25)
  for (const path of pages) {
    const data = path === '/' ? '/_root.data' : `${path}.data`
    // A file has no data of a page.
    for (const address of path === '/profile/account/download' ? [path] : [path, data]) {
      const [own, visited] = await Promise.all([
        clients.admin.send({ method: 'GET', path: address }),
        clients.anonymous.send({ method: 'GET', path: address }),
      ])
      expect.soft(own.headers.get('cache-control'), address).toBe('private, no-store')
      expect.soft(visited.headers.get('vary'), address).toMatch(/\bCookie\b/)
    }
  }
})

test('the route manifest is not served', async ({ clients }) => {
  const paths = Array.from({ length: 100 }, (_, place) => `/challenges/${place}`).join(',')
  const answer = await clients.anonymous.send({ method: 'GET', path: `/__manifest?version=1&paths=${paths}` })
  expect(answer.status).toBe(404)
})

test('public pages load at most 140.3 kB of scripts', async ({ clients, db }) => {
  const author = await makeMember(db)
  const { challenge, submission } = await makeBallot(db, { author })
  const path = `/challenges/${challenge}`
  const limits: [page: string, bytes: number][] = [
    ['/', 139_200],
    ['/challenges', 139_400],
    [path, 138_000],
    [`${path}/submissions`, 139_900],
    [`${path}/submissions/${submission}`, 139_900],
    [`${path}/voting-room/${submission}`, 139_900],
    ['/challenges/submissions', 137_600],
    ['/challenges/voting', 137_700],
    ['/challenges/archive', 138_300],
    ['/leaderboard', 140_300],
    ['/showcase', 138_900],
    ['/search?q=moon', 139_000],
    [`/profile/${author.id}`, 138_900],
    [`/profile/${author.id}/submissions`, 139_700],
  ]
  for (const [page, limit] of limits) {
    const answer = await clients.anonymous.send({ method: 'GET', path: page })
    const html = await answer.text()
    expect(answer.status, page).toBe(200)
    // Preloaded, they would compete with what is seen first.
    expect.soft(html, page).not.toContain('modulepreload')
    const scripts = scriptsOf(html)
    expect.soft(scripts.length, page).toBeGreaterThan(5)
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).byteLength, 0)
    expect.soft(bytes, page).toBeLessThan(limit)
  }
})

/** The scripts that a page names, and all that these import. */
function scriptsOf(html: string): string[] {
  const files = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  const scripts: string[] = []
  // A set grows while it is walked.
  for (const file of files) {
    const script = readFileSync(`build/client${file}`, 'utf8')
    scripts.push(script)
    for (const [, name] of script.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      files.add(`/assets/${name}`)
  }
  return scripts
}

test('the pictures of the first cards of a gallery are requested first', async ({ clients, db }) => {
  const author = await makeMember(db)
  const challenge = await makeChallenge(db)
  for (const member of [author, ...(await makeMembers(db, 2))]) await makeSubmission(db, member, challenge)
  for (let each = 0; each < 2; each++) await makeSubmission(db, author, await makeChallenge(db))
  await openVoting(db, challenge)
  const profile = `/profile/${author.id}`
  for (const [page, first] of [
    ['/challenges/submissions', [true, true, false]],
    [`/challenges/${challenge}/submissions`, [true, true, false]],
    [`${profile}/submissions`, [true, true, false]],
    [`${profile}/submissions?view=list`, [true, false, false]],
    [profile, [true, true, false]],
  ] as const) {
    const html = await (await clients.anonymous.send({ method: 'GET', path: page })).text()
    const cards = html.match(/<article.*?<\/article>/gs)?.slice(0, 3) ?? []
    const areFirst = cards.map((card) => /<img [^>]*fetchpriority="high"/i.test(card))
    expect.soft(areFirst, page).toEqual(first)
  }
})

test('forms without a file are limited to 64 KB, and not read of clients who must sign in first', async ({
  clients,
}) => {
  const { active, voting } = clients.fixtures.challenges
  const submission = clients.fixtures.submissions.voting
  const fields = { note: 'x'.repeat(70_000) }
  for (const [path, ofVisitors] of [
    ['/theme', 413],
    ['/cookies/consent', 413],
    ['/login/start', 413],
    [`/challenges/${voting}/submissions/${submission}/vote`, 302],
    [`/admin/challenges/${active}/steps/extend`, 302],
  ] as const) {
    for (const [caller, status] of [
      [clients.anonymous, ofVisitors],
      [clients.admin, 413],
    ] as const) {
      const answer = await caller.send({ method: 'POST', path, fields })
      expect.soft({ path, status: answer.status }).toEqual({ path, status })
    }
  }
})

test('an upload without a session is refused, and its text is kept', async ({ clients, site }) => {
  const image = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000_000) }
  const path = `/challenges/${clients.fixtures.challenges.active}/submit`
  const headers = { Accept: 'application/json', Origin: site.origin }
  const answer = await clients.anonymous.send({
    method: 'POST',
    path,
    fields: { title: 'Kept', image },
    headers,
  })
  expect(answer.status).toBe(401)
  expect(JSON.parse(await answer.text())).toMatchObject({ signedOut: true, values: { title: 'Kept' } })
})

const megabyte = 1024 * 1024
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
const messages = {
  tools: 'Name at most 20 AI tools',
  displayName: 'Display name must be at most 50 characters',
}
const valid = { title: 'Static garden', description: 'What grows.', aiTools: 'Suno', termsAccepted: 'on' }

test('texts are refused by their raw length, before they are normalised or split', async ({ site, db }) => {
  const member = await makeMember(db)
  const cookie = `session=${await startSession(db, member.id)}`
  const submit = `/challenges/${await makeChallenge(db)}/submit`

  async function send(path: string, fields: Record<string, string>, isMultipart: boolean) {
    const body = isMultipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const headers = { cookie, origin: site.origin, accept: 'application/json' }
    const response = await fetch(site.origin + path, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }

  for (const isMultipart of [false, true]) {
    await db.rows(sql`delete from rate_limits`)
    for (const count of [20_000, 40_000]) {
      const aiTools = Array.from({ length: count }, (_, index) => index.toString(36)).join()
      expect((await send(submit, { ...valid, aiTools }, isMultipart)).status).toBe(413)
    }
    // Both would be valid if they were split or normalised first.
    const blanks = { ...valid, aiTools: `Suno${','.repeat(20_000)}` }
    const refused = await send(submit, blanks, isMultipart)
    expect([refused.status, refused.text.includes(messages.tools)]).toEqual([422, true])
    const name = { displayName: `Paper Otter${'\u200b'.repeat(5_000)}`, bio: '', avatar: '1' }
    const unnamed = await send('/profile/edit', name, isMultipart)
    expect([unnamed.status, unnamed.text.includes(messages.displayName)]).toEqual([422, true])
    // U+FDFA is 18 characters in NFKC.
    const expanding = { ...name, displayName: '\ufdfa'.repeat(1_000_000) }
    expect((await send('/profile/edit', expanding, isMultipart)).status).toBe(413)
  }
  expect(await db.rows(sql`select id from submissions`)).toEqual([])
  expect(await db.rows(sql`select display_name as name from users`)).toEqual([{ name: member.displayName }])
})

test('large bodies that never end are refused at once and not kept in memory', async ({ site }) => {
  const chunk = Buffer.alloc(20 * megabyte, 'x')
  const before = residentBytes(site)
  const connections: RawConnection[] = []
  for (const path of ['/theme', '/login/start', '/cookies/consent']) {
    for (let sent = 0; sent < 10; sent++) {
      const connection = new RawConnection(site.origin)
      connections.push(connection)
      const type = `Content-Type: ${formTypes[sent % 2]}`
      connection.write(head(site, path, [`Content-Length: ${2 * chunk.length}`, type]))
      connection.write(chunk)
    }
  }
  const announced = new RawConnection(site.origin)
  announced.write(
    head(site, '/theme', [`Content-Length: ${2 * chunk.length}`, `Content-Type: ${formTypes[0]}`]),
  )
  const { status, headers } = await announced.response()
  expect([status, headers.get('connection')]).toEqual([413, 'close'])
  expect(residentBytes(site) - before).toBeLessThan(200 * megabyte)
  expect((await fetch(site.origin)).status).toBe(200)
  await expect.poll(() => connections.every(({ closed }) => closed)).toBe(true)
})

test('of the unfinished uploads of a member, two files are kept in memory', async ({ site, db }) => {
  const member = await makeMember(db)
  const cookie = `Cookie: session=${await startSession(db, member.id)}`
  const challenge = await makeChallenge(db)
  const path = `/challenges/${challenge}/submit`
  const length = `Content-Length: ${24 * megabyte}`
  const type = 'Content-Type: multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const file = Buffer.alloc(9 * megabyte, 'x')
  const before = residentBytes(site)
  const connections = Array.from({ length: 40 }, () => new RawConnection(site.origin))
  try {
    for (const connection of connections) {
      connection.write(head(site, path, [cookie, type, length]) + part)
      connection.write(file)
    }
    const form = await fetch(`${site.origin}/theme`, {
      method: 'POST',
      headers: { origin: site.origin },
      body: new URLSearchParams({ theme: 'light' }),
      redirect: 'manual',
    })
    expect([(await fetch(site.origin)).status, form.status]).toEqual([200, 302])
    expect(residentBytes(site) - before).toBeLessThan(250 * megabyte)
  } finally {
    for (const connection of connections) connection.end()
  }
})

test('a client has 60 share images drawn in a minute, and others get theirs', async ({ site, db }) => {
  const paths: string[] = []
  for (let made = 0; made < 70; made++) {
    paths.push(`/challenges/${await makeChallenge(db, { title: `Share image ${made}` })}/share.png`)
  }
  const honest = `/challenges/${await makeChallenge(db, { title: 'Honest' })}/share.png`

  async function get(path: string, localAddress: string): Promise<RawResponse> {
    const connection = new RawConnection(site.origin, localAddress)
    connection.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\n\r\n`)
    const response = await connection.response()
    connection.end()
    return response
  }

  const flood = paths.map((path) => get(path, '127.0.0.2'))
  expect((await get(honest, '127.0.0.3')).status).toBe(200)
  const answers = await Promise.all(flood)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  const drawn = statuses.indexOf(200)
  const etag = answers[drawn]?.headers.get('etag') ?? ''
  expect((await get(paths[drawn] ?? '', '127.0.0.2')).headers.get('etag')).toBe(etag)
  const known = await fetch(site.origin + paths[drawn], { headers: { 'if-none-match': etag } })
  expect(known.status).toBe(304)
})

test('a process is not ready while forms hold all connections, and its jobs go on', async ({
  site,
  db,
  faults,
}) => {
  faults.expect(/timeout exceeded when trying to connect|due to lock timeout/)
  const body = 'redirect=%2F'
  const headers = [`Content-Type: ${formTypes[0]}`, `Content-Length: ${body.length}`]
  const connections = Array.from({ length: 40 }, () => new RawConnection(site.origin, '127.0.0.2'))
  try {
    await db.transaction(async (tx) => {
      await tx.rows(sql`lock table rate_limits in share mode`)
      for (const connection of connections) connection.write(head(site, '/login/start', headers) + body)
      const waiting = async () => (await tx.rows(sql`select from pg_locks where not granted`)).length
      await expect.poll(waiting).toBeGreaterThan(3)
      const due = await makeChallenge(db, { deadline: new Date(Date.now() - 60_000) })
      // The forms reach the database one after another.
      await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(503)
      const status = () => tx.row<{ status: string }>(sql`select status from challenges where id = ${due}`)
      await expect.poll(async () => (await status())?.status).not.toBe('active')
    })
  } finally {
    for (const connection of connections) connection.end()
  }
})

test('uploads that wait for the database are stored', async ({ site, db }) => {
  const challenge = await makeChallenge(db)
  const members = await makeMembers(db, 40)
  const sessions = await Promise.all(members.map(({ id }) => startSession(db, id)))
  const fields = {
    title: 'A red bridge',
    description: 'Of paper.',
    aiTools: 'Midjourney',
    termsAccepted: 'on',
  }
  const parts = Object.entries(fields).map(
    ([name, value]) => `\r\n--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  )
  const body = `${'x'.repeat(70_000)}${parts.join('')}\r\n--x--\r\n`
  const headers = ['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${body.length}`]
  const connections = sessions.map((session) => {
    const connection = new RawConnection(site.origin, '127.0.0.2')
    const cookie = `Cookie: session=${session}`
    connection.write(head(site, `/challenges/${challenge}/submit`, [cookie, ...headers]))
    return connection
  })
  const answers = connections.map((connection) => connection.response())
  await db.transaction(async (tx) => {
    await tx.rows(sql`lock table submissions in share mode`)
    for (const connection of connections) connection.write(body)
    const waiting = async () => (await tx.rows(sql`select from pg_locks where not granted`)).length
    await expect.poll(waiting).toBeGreaterThan(3)
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([303]))
  const stored = await db.rows(sql`select from submissions where challenge_id = ${challenge}`)
  expect(stored).toHaveLength(40)
})

test('a refused method, and a flood over a rate limit, get a page that is not rendered', async ({ site }) => {
  const post = async (path: string, body: string) => {
    const connection = new RawConnection(site.origin, '127.0.0.4')
    connection.write(
      head(site, path, [`Content-Type: ${formTypes[0]}`, `Content-Length: ${body.length}`]) + body,
    )
    const response = await connection.response()
    connection.end()
    return response
  }
  const isRendered = ({ body }: RawResponse) => body.includes('<script')
  const expectStatic = ({ headers, body }: RawResponse) => {
    const style = body.match(/<style>(.*)<\/style>/s)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  }

  for (const path of ['/challenges', '/no-such-path']) {
    const refused = await post(path, 'a=b')
    expect([refused.status, refused.headers.get('allow'), isRendered(refused)]).toEqual([
      405,
      'GET, HEAD',
      false,
    ])
    expect(refused.body).toContain('This address does not accept this request.')
    expectStatic(refused)
  }

  for (let sent = 0; sent < 400; sent++) await post('/login/start', 'redirect=%2F')
  const first = await post('/login/start', 'redirect=%2F')
  expect([first.status, isRendered(first)]).toEqual([429, true])
  expect(first.body).toContain('Too many attempts from your network.')
  const flood = await Promise.all(Array.from({ length: 60 }, () => post('/login/start', 'redirect=%2F')))
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]))
  const cheap = flood.filter((response) => !isRendered(response))
  expect(cheap.length).toBeGreaterThan(30)
  for (const response of cheap) {
    expect(response.body).toContain('Please wait a few minutes and try again.')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  for (const response of cheap.slice(0, 1)) expectStatic(response)
})

// Rendering a page takes the longer, the more elements and links it has. The tabs of members are four of both.
test('pages of members have few elements and links', async ({ clients, db }) => {
  const challenge = await makeChallenge(db)
  const authors = await makeMembers(db, 12)
  const [submission] = await Promise.all(authors.map((author) => makeSubmission(db, author, challenge)))
  await openVoting(db, challenge)
  const path = `/challenges/${challenge}`
  const limits: [path: string, elements: number, links: number][] = [
    ['/', 665, 80],
    ['/challenges', 537, 84],
    [path, 527, 75],
    [`${path}/submissions`, 423, 59],
    [`${path}/submissions/${submission}`, 361, 57],
    ['/leaderboard', 499, 53],
    ['/contact', 251, 42],
  ]
  for (const [page, elements, links] of limits) {
    const answer = await clients.owner.send({ method: 'GET', path: page })
    const html = await answer.text()
    expect(html, page).toContain('/profile/edit')
    expect.soft(html.match(/<[a-z]/g)?.length, `elements of ${page}`).toBeLessThanOrEqual(elements)
    expect.soft(html.match(/<a /g)?.length, `links of ${page}`).toBeLessThanOrEqual(links)
  }
})

function head({ origin }: Site, path: string, headers: string[]): string {
  const { host } = new URL(origin)
  return [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, ...headers, '', ''].join('\r\n')
}

/** Memory of the server processes. */
function residentBytes({ pid }: Site): number {
  const kilobytes = childrenOf(pid).map((child) => {
    const status = readFileSync(`/proc/${child}/status`, 'utf8')
    return Number(status.match(/^VmRSS:\s*(\d+) kB$/m)?.[1])
  })
  return kilobytes.reduce((sum, size) => sum + size, 0) * 1024
}
