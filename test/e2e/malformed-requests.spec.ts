import type { APIResponse } from '@playwright/test'
import type { ClientName, Clients } from './clients.ts'
import { leakedDetails, responseForMissing } from './malformed-responses.ts'
import { patterns } from './routes.ts'
import { expect, test } from './test.ts'

const long = 'x'.repeat(10_000)
const ids = [
  'x',
  '%27%20or%201=1--',
  '%00',
  '%FF',
  '%E2%80%AE',
  '..%2F..%2Fetc%2Fpasswd',
  '00000000-0000-0000-0000-000000000000',
  '019a0000-0000-7000-8000-000000000000.data',
  'x'.repeat(3_500),
]
const names = [
  ...['page', 'kind', 'type', 'sort', 'tool', 'view', 'shown', 'mode', 'ninjas'],
  ...['redirect', 'failed', 'sent', 'code', 'state', 'error', 'error_description'],
  ...[
    'search',
    'status',
    'created',
    'from',
    'to',
    'zone',
    'challenge',
    'rank',
    'about',
    'before',
    'returnTo',
  ],
]
const values = ['', '-1', '0', '1e309', '9'.repeat(300), '%00', '%FF', "'", '__proto__', 'x'.repeat(300)]
const near = [
  'from=2026-02-30&to=0000-00-00&zone=Mars/Olympus',
  'from=1900-01-01&to=2199-12-31&zone=%2B23:59&search=%25_%5C&status=approved',
  'challenge=00000000-0000-0000-0000-000000000000&before=019a0000-0000-7000-8000-000000000000',
]
const queries = [
  ...values.map((value) => names.map((name) => `${name}=${value}`).join('&')),
  ...near,
  ...['9', 'x'].map((letter) => `page=${letter.repeat(10_000)}`),
  ...['page=1&page=2', 'kind=image&kind=video', '&&==&', long, '_routes=root', '_routes=nothing'],
]
const askers = ['anonymous', 'stranger', 'admin'] as const

test.slow()

test('ids that nobody has are not found, and their forms are refused', async ({ callers }) => {
  for (const [place, pattern] of patterns.filter((pattern) => pattern.includes(':')).entries()) {
    for (const [turn, id] of ids.entries()) {
      const path = pattern.replaceAll(/:\w+/g, id)
      await Promise.all([
        ...askers.map((asker) => expectNothingAt(callers, asker, { pattern, path })),
        expectRefusedForm(callers, inTurn(place + turn), path),
      ])
    }
  }
})

test('pages are read, forms are sent, and nothing else', async ({ callers }) => {
  // Signing out works, and then there would be no administrator left to ask.
  for (const path of patterns.filter((pattern) => pattern !== '/sign-out')) {
    const readOrSent = askers.flatMap((asker) =>
      ['HEAD', 'POST'].map(async (method) => {
        const { status } = await ask(callers, asker, { method, path })
        expect.soft(status, `${method} ${told(asker, path)}`).toBeLessThan(500)
        if (method === 'POST') expect.soft(status, `${method} ${told(asker, path)}`).not.toBe(200)
      }),
    )
    const strange = strangeMethods.map(async (method) => {
      const { status, body } = await ask(callers, 'admin', { method, path })
      expect
        .soft({ method, path, status, body })
        .toMatchObject({ status: 405, body: expect.stringContaining('GET, HEAD, POST') })
    })
    await Promise.all([...readOrSent, ...strange])
  }
})

test('a file’s address says in words why it gives no file', async ({ callers }) => {
  const files = patterns.filter((pattern) => /\.(txt|xml|csv|png)$|^\/media\//.test(pattern))
  expect(files.length).toBeGreaterThan(7)
  for (const path of files) {
    const sent = await ask(callers, 'admin', { method: 'POST', path })
    expect
      .soft({ path, ...sent })
      .toMatchObject({ status: 405, type: plain, body: 'This address takes GET, HEAD only.\n' })
  }
  for (const path of files.filter((file) => file.startsWith('/admin'))) {
    const denied = await ask(callers, 'stranger', { path })
    expect.soft({ path, ...denied }).toMatchObject({ status: 403, type: plain, body: 'Access Denied\n' })
  }
})

const plain = 'text/plain; charset=utf-8'
const strangeMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

test('no query is answered with a fault', async ({ callers }) => {
  const plain = patterns.filter((pattern) => !pattern.includes(':'))
  for (const [place, path] of plain.entries()) {
    const asked = queries.map(async (query, turn) => {
      // Administrators' lists answer nobody else; of the other pages each query is somebody's, in turn.
      const asker = path.startsWith('/admin') ? 'admin' : inTurn(place + turn)
      const { status, body } = await ask(callers, asker, { path: `${path}?${query}` })
      const expected = query.length > 8_000 ? [414] : [200, 301, 302, 400, 404]
      expect.soft(expected, `${path}?${query.slice(0, 150)}`).toContain(status)
      if (status === 200) expect.soft(body, `${path}?${query.slice(0, 150)}`).not.toBe('')
    })
    await Promise.all(asked)
  }
})

test('filters open nothing to those who may not see the lists', async ({ callers }) => {
  for (const path of patterns.filter((pattern) => pattern.startsWith('/admin') && !pattern.includes(':'))) {
    const asked = `${path}?${names.map((name) => `${name}=1`).join('&')}`
    const [visitor, member] = await Promise.all([
      ask(callers, 'anonymous', { path: asked }),
      ask(callers, 'stranger', { path: asked }),
    ])
    expect.soft({ path, ...visitor }).toMatchObject({ status: 302, body: '' })
    expect.soft(visitor.location).toBe(`/login?${new URLSearchParams({ redirect: asked })}`)
    expect.soft({ path, status: member.status }).toEqual({ path, status: 403 })
  }
})

test('pages beyond the last lead to the last', async ({ callers }) => {
  const lists = [
    ...[
      '/showcase',
      '/challenges',
      '/challenges/submissions',
      `/profile/${callers.house.stranger}/submissions`,
    ],
    ...['/admin/challenges', '/admin/submissions', '/admin/leaderboard'],
  ]
  for (const path of lists) {
    for (const page of ['2000', '999999', '9'.repeat(300), '-1', '1.5', 'x', '%00']) {
      const answer = await ask(callers, 'admin', { path: `${path}?page=${page}` })
      const beyond = /^\d{1,6}$/.test(page)
      expect.soft({ path, page, status: answer.status }).toEqual({ path, page, status: beyond ? 302 : 200 })
      if (!beyond) continue
      expect.soft(answer.location.startsWith(path), `${path}?page=${page}`).toBe(true)
      expect.soft((await ask(callers, 'admin', { path: answer.location })).status).toBe(200)
    }
  }
})

function inTurn(turn: number): ClientName {
  return askers[turn % askers.length] ?? 'anonymous'
}

async function expectNothingAt(callers: Clients, asker: ClientName, at: { pattern: string; path: string }) {
  const { pattern, path } = at
  const { status, body, location } = await ask(callers, asker, { path })
  if (path.includes('%FF')) {
    expect.soft(status, told(asker, path)).toBe(400)
    return
  }
  // The scripts' twin of a page, or an act that leads on to a page where nothing is.
  if (path.endsWith('.data') || /\/((un)?vote|:sessionId\/end)$/.test(pattern)) {
    expect.soft([202, 302, 403, 404], told(asker, path)).toContain(status)
    return
  }
  const expected = responseForMissing(pattern, asker)
  expect.soft(status, told(asker, path)).toBe(expected.status)
  expect.soft(body, told(asker, path)).toContain(expected.says)
  if (status === 302 && asker === 'anonymous') expect.soft(location).toMatch(/^\/login\?redirect=/)
  if (body.includes('</h1>')) expect.soft(body, told(asker, path)).toContain('<main id="content"')
}

async function expectRefusedForm(callers: Clients, asker: ClientName, path: string): Promise<void> {
  const { status, location } = await ask(callers, asker, { method: 'POST', path })
  const shut = status === 302 && location.startsWith('/login?redirect=')
  expect.soft(shut || (status >= 400 && status < 500), `POST ${told(asker, path)}: ${status}`).toBe(true)
}

/** Asks, and looks whether the answer gives anything away. */
async function ask(
  callers: Clients,
  asker: ClientName,
  { method = 'GET', path }: { method?: string; path: string },
) {
  const body = method === 'POST' ? { fields: { strange: 'yes' } } : {}
  const answer: APIResponse = await callers[asker].ask({ method, path, ...body })
  const text = await answer.text()
  expect.soft(leakedDetails(text), `${method} ${told(asker, path)}`).toEqual([])
  const { location = '', 'content-type': type = '' } = answer.headers()
  return { status: answer.status(), location, type, body: text }
}

function told(asker: string, path: string): string {
  return `${path.slice(0, 150)} as ${asker}`
}
