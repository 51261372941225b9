import { formNames } from '#test/form-names.ts'
import { patterns } from '#test/routes.ts'
import type { ClientName, Clients } from './clients.ts'
import { leakedDetails, responseForMissing, withSteps } from './malformed-responses.ts'
import { type Check, expect, test } from './test.ts'

const longText = 'x'.repeat(10_000)
const ids = [
  'x',
  '%27%20or%201=1--',
  '%00',
  '%FF',
  '%E2%80%AE',
  '..%2F..%2Fetc%2Fpasswd',
  '00000000-0000-0000-0000-000000000000',
  '019a0000-0000-7000-8000-000000000000.data',
  'x'.repeat(2_300),
]
const values = ['', '-1', '0', '1e309', '9'.repeat(50), '%00', '%FF', "'", '__proto__', 'x'.repeat(50)]
const invalidValues = [
  'from=2026-02-30&to=0000-00-00&zone=Mars/Olympus',
  'from=1900-01-01&to=2199-12-31&zone=%2B23:59&search=%25_%5C&status=approved',
  'page=150&after=019a0000-0000-7000-8000-000000000000',
  'challenge=00000000-0000-0000-0000-000000000000&before=019a0000-0000-7000-8000-000000000000',
]
const queries = [
  ...values.map((value) => formNames.map((name) => `${name}=${value}`).join('&')),
  ...invalidValues,
  ...['9', 'x'].map((letter) => `page=${letter.repeat(10_000)}`),
  ...['page=1&page=2', 'kind=image&kind=video', '&&==&', longText, '_routes=root', '_routes=nothing'],
]
const testedClients = ['anonymous', 'stranger', 'admin'] as const

const patternsOfSubjects = patterns.filter((pattern) => pattern.includes(':')).flatMap(withSteps)

test.slow()

test('unknown ids are not found, and their forms are refused', async ({ clients, check, faults }) => {
  faults.expect(/could not be decoded/)
  for (const [index, pattern] of patternsOfSubjects.entries()) {
    for (const [offset, id] of ids.entries()) {
      const path = pattern.replaceAll(/:\w+/g, id)
      await Promise.all([
        ...testedClients.map((client) => checkNotFound(clients, check, client, { pattern, path })),
        checkFormRefused(clients, check, clientInTurn(index + offset), path),
      ])
    }
  }
})

test('routes accept GET, HEAD and POST only', async ({ clients, check }) => {
  // /sign-out would end the sessions of the clients.
  for (const path of patterns.filter((pattern) => pattern !== '/sign-out')) {
    const readOrSent = testedClients.flatMap((client) =>
      ['HEAD', 'POST'].map(async (method) => {
        const { status } = await send(clients, check, client, { method, path })
        check(
          status < 500 && (method !== 'POST' || status !== 200),
          `${method} ${label(client, path)}: ${status}`,
        )
      }),
    )
    const strange = strangeMethods.map(async (method) => {
      const { status, body } = await send(clients, check, 'admin', { method, path })
      check(status === 405 && body.includes('GET, HEAD, POST'), `${method} ${path}: ${status} ${body}`)
    })
    await Promise.all([...readOrSent, ...strange])
  }
})

test('file routes explain a refusal as text, and to members by a page', async ({ clients, check }) => {
  const files = patterns.filter((pattern) => /\.(txt|xml|csv|png)$|^\/media\//.test(pattern))
  expect(files.length).toBeGreaterThan(7)
  for (const path of files) {
    const sent = await send(clients, check, 'admin', { method: 'POST', path })
    expect
      .soft({ path, ...sent })
      .toMatchObject({ status: 405, type: plain, body: 'This address takes GET, HEAD only.\n' })
  }
  for (const path of files.filter((file) => file.startsWith('/admin'))) {
    const denied = await send(clients, check, 'stranger', { path })
    expect.soft({ path, ...denied }).toMatchObject({ status: 403, type: 'text/html; charset=utf-8' })
    expect.soft(denied.body).toContain('>Access Denied</h1>')
  }
})

const plain = 'text/plain; charset=utf-8'
const strangeMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

test('no query string causes a server error', async ({ clients, check }) => {
  const plain = patterns.filter((pattern) => !pattern.includes(':'))
  for (const [index, path] of plain.entries()) {
    const requests = queries.map(async (query, offset) => {
      // The admin lists need an administrator; the clients share the queries of the other pages.
      const client = path.startsWith('/admin') ? 'admin' : clientInTurn(index + offset)
      const { status, body } = await send(clients, check, client, { path: `${path}?${query}` })
      const expected = [200, 301, 302, 400, 404]
      check(
        expected.includes(status) && (status !== 200 || body !== ''),
        `${path}?${query.slice(0, 150)}: ${status}`,
      )
    })
    await Promise.all(requests)
  }
})

test('filters do not open admin lists to other clients', async ({ clients, check }) => {
  // A return address has a limit. The router reads and removes `_routes`.
  const read = formNames.filter((name) => name !== '_routes')
  const queries = [0, 1, 2, 3].map((part) => read.filter((_, index) => index % 4 === part))
  const lists = patterns.filter((pattern) => pattern.startsWith('/admin') && !pattern.includes(':'))
  for (const path of lists.flatMap((list) => queries.map((names) => `${list}?${names.join('=1&')}=1`))) {
    const [visitor, member] = await Promise.all([
      send(clients, check, 'anonymous', { path }),
      send(clients, check, 'stranger', { path }),
    ])
    expect.soft({ path, ...visitor }).toMatchObject({ status: 302, body: '' })
    expect.soft(visitor.location).toBe(`/login?${new URLSearchParams({ redirect: path })}`)
    expect.soft({ path, status: member.status }).toEqual({ path, status: 403 })
  }
})

test('pages after the last redirect to the last', async ({ clients, check }) => {
  const lists = [
    ...[
      '/showcase',
      '/challenges',
      '/challenges/submissions',
      `/profile/${clients.fixtures.stranger}/submissions`,
    ],
    ...['/admin/challenges', '/admin/submissions', '/admin/leaderboard'],
  ]
  for (const path of lists) {
    for (const page of ['2000', '999999', '9'.repeat(300), '-1', '1.5', 'x', '%00']) {
      const answer = await send(clients, check, 'admin', { path: `${path}?page=${page}` })
      const beyond = /^\d{1,6}$/.test(page)
      expect.soft({ path, page, status: answer.status }).toEqual({ path, page, status: beyond ? 302 : 200 })
      if (!beyond) continue
      expect.soft(answer.location.startsWith(path), `${path}?page=${page}`).toBe(true)
      expect.soft((await send(clients, check, 'admin', { path: answer.location })).status).toBe(200)
    }
  }
})

function clientInTurn(offset: number): ClientName {
  return testedClients[offset % testedClients.length] ?? 'anonymous'
}

async function checkNotFound(
  clients: Clients,
  check: Check,
  client: ClientName,
  { pattern, path }: { pattern: string; path: string },
): Promise<void> {
  const { status, body, location } = await send(clients, check, client, { path })
  const answer = `${label(client, path)}: ${status} ${location}`
  if (path.includes('%FF')) {
    check(status === 400, answer)
    return
  }
  // Data of a page, or an action that redirects to a page that does not exist.
  if (
    path.endsWith('.data') ||
    /\/((un|move-)?vote|(un)?shortlist|(un)?follow|seen|:sessionId\/end|suggest\/:id\/withdraw|tokens\/:\w+\/revoke|webhooks\/.*\/(test|again))$/.test(
      pattern,
    )
  ) {
    check([202, 302, 403, 404].includes(status), answer)
    return
  }
  const expected = responseForMissing(pattern, client)
  check(status === expected.status, `${answer}, not ${expected.status}`)
  check(body.includes(expected.text), `${answer}, without ‘${expected.text}’`)
  if (status === 302 && client === 'anonymous') check(location.startsWith('/login?redirect='), answer)
  if (body.includes('</h1>')) check(body.includes('<main id="content"'), `${answer}, without <main>`)
}

async function checkFormRefused(
  clients: Clients,
  check: Check,
  client: ClientName,
  path: string,
): Promise<void> {
  const { status, location } = await send(clients, check, client, { method: 'POST', path })
  // A request for data is redirected with 202.
  const isRedirectOfData = status === 202 && path.endsWith('.data')
  const asksToSignIn = isRedirectOfData || (status === 302 && location.startsWith('/login?redirect='))
  check(asksToSignIn || (status >= 400 && status < 500), `POST ${label(client, path)}: ${status}`)
}

/** Sends a request and checks that the response reveals no internals. */
async function send(
  clients: Clients,
  check: Check,
  client: ClientName,
  { method = 'GET', path }: { method?: string; path: string },
) {
  const body = method === 'POST' ? { fields: { unknown: 'yes' } } : {}
  const answer = await clients[client].send({ method, path, ...body })
  const text = await answer.text()
  const leaked = leakedDetails(text)
  check(leaked.length === 0, `${method} ${label(client, path)} reveals ${leaked}`)
  const [location, type] = ['location', 'content-type'].map((name) => answer.headers.get(name) ?? '') as [
    string,
    string,
  ]
  return { status: answer.status, location, type, body: text }
}

function label(client: string, path: string): string {
  return `${path.slice(0, 150)} as ${client}`
}
