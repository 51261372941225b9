import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionKeyHeader } from '#platform/http/session-key.ts'
import { draftSavedAt, openKeptPages, pageOf } from './kept-pages.ts'

const origin = 'https://dojo.example'
const id = '0198c0de-0000-7000-8000-000000000001'
const draft = `/challenges/${id}/submit`

type Answer = (request: { path: string; credentials: string | undefined }) => Response

let answer: Answer
let asked: string[]
let stored: Map<string, Map<string, Response>>

beforeEach(() => {
  answer = () => page('for visitors')
  asked = []
  stored = new Map()
  vi.stubGlobal('caches', {
    open: async (name: string) => openCache(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: string) =>
      [...stored.values()]
        .find((cache) => cache.has(request))
        ?.get(request)
        ?.clone(),
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(path)
    return answer({ path, credentials: init?.credentials })
  })
})

afterEach(() => vi.unstubAllGlobals())

describe('the page that a request loads', () => {
  const request = (path: string, mode = 'navigate', method = 'GET') =>
    pageOf({ method, mode: mode as RequestMode, url: origin + path })

  it.each([
    ['/challenges?page=2', 'navigate', '/challenges?page=2'],
    ['/_root.data', 'cors', '/'],
    ['/_.data', 'cors', '/'],
    [`${draft}.data?_routes=submit`, 'cors', draft],
    ['/leaderboard.data?period=week&_routes=root', 'cors', '/leaderboard?period=week'],
    ['/media/1.webp', 'no-cors', undefined],
  ])('%s, %s', (path, mode, expected) => expect(request(path, mode)).toBe(expected))

  it('is none for a form', () => expect(request('/challenges', 'navigate', 'POST')).toBeUndefined())

  it('is the page of the draft after a draft was saved, sent or deleted', () => {
    expect(draftSavedAt(`/challenges/${id}/draft`)).toBe(draft)
    expect(draftSavedAt(draft)).toBe(draft)
    expect(draftSavedAt(`/challenges/${id}/draft/delete.data`)).toBe(draft)
    expect(draftSavedAt('/x/draft')).toBeUndefined()
  })
})

describe('keeping a public page', () => {
  it('asks for the page of visitors and keeps its files', async () => {
    answer = ({ path, credentials }) => page(`${path} ${credentials} <script src="/assets/a.js">`)
    await openKeptPages('1').keep('/challenges')
    expect(await kept('pages 1', '/challenges')).toContain('/challenges omit')
    expect(namesIn('assets 1')).toEqual(['/assets/a.js'])
  })

  it.each([
    '/me',
    '/admin',
    '/search',
    '/challenges?page=2',
    '/login',
    `/profile/${id}/edit`,
    '/unsubscribe/x/y/z',
  ])('does not ask for %s', async (path) => {
    await openKeptPages('1').keep(path)
    expect(asked).toEqual([])
  })

  it.each([
    [
      'an answer to a member',
      () => page('mine', { [sessionKeyHeader]: 'key', 'Cache-Control': 'private, no-store' }),
    ],
    ['an incomplete page', () => page('half', { 'Cache-Control': 'no-store' })],
    ['an error', () => new Response('gone', { status: 404, headers: { 'Content-Type': 'text/html' } })],
    ['another file', () => new Response('{}', { headers: { 'Content-Type': 'application/json' } })],
  ])('does not keep %s', async (_, given) => {
    answer = given
    await openKeptPages('1').keep('/challenges')
    expect(namesIn('pages 1')).toEqual([])
  })

  it('asks again once the copy is ten minutes old', async () => {
    const date = (minutes: number) => ({ Date: new Date(Date.now() - minutes * 60_000).toUTCString() })
    const pages = openKeptPages('1')
    answer = () => page('', date(9))
    await pages.keep('/tools')
    await pages.keep('/tools')
    expect(asked).toHaveLength(1)
    answer = () => page('', date(11))
    await pages.keep('/terms')
    await pages.keep('/terms')
    expect(asked).toHaveLength(3)
  })

  it('keeps the newest 60', async () => {
    const pages = openKeptPages('1')
    const path = (at: number) => `/profile/0198c0de-0000-7000-8000-${String(at).padStart(12, '0')}`
    for (let at = 0; at < 62; at++) await pages.keep(path(at))
    expect(namesIn('pages 1')).toHaveLength(60)
    expect(namesIn('pages 1')[0]).toBe(path(2))
  })
})

describe('keeping a draft', () => {
  const form = (key: string) =>
    page('<textarea>', { [sessionKeyHeader]: key, 'Cache-Control': 'private, no-store' })

  it('asks with the session and keeps the form under its key', async () => {
    answer = ({ credentials }) => (credentials === 'same-origin' ? form('one') : page('login'))
    await openKeptPages('1').keep(draft)
    expect(await kept('drafts 1 one', draft)).toBe('<textarea>')
  })

  it('does not keep a page without a form', async () => {
    answer = () => page('You have entered', { [sessionKeyHeader]: 'one' })
    await openKeptPages('1').keep(draft)
    expect(namesIn('drafts 1 one')).toEqual([])
  })

  it.each([
    ['a page for visitors', () => page(''), []],
    ['data for visitors', () => page('', { 'Content-Type': 'text/x-script' }), []],
    ['an answer 401', () => new Response('', { status: 401 }), []],
    ['a page for another session', () => form('two'), []],
    ['a page for the same session', () => form('one'), ['drafts 1 one']],
    ['an outage', () => new Response('', { status: 503 }), ['drafts 1 one']],
    ['a download', () => new Response('', { headers: { 'Content-Type': 'text/csv' } }), ['drafts 1 one']],
  ])('%s leaves the drafts as they should be', async (_, given, left) => {
    const pages = openKeptPages('1')
    answer = () => form('one')
    await pages.keep(draft)
    await pages.noteSession(given())
    expect(draftCaches()).toEqual(left)
  })

  it('drops it when the form can no longer be opened', async () => {
    const pages = openKeptPages('1')
    answer = () => form('one')
    await pages.keep(draft)
    answer = redirected
    await pages.keep(draft)
    expect(draftCaches()).toEqual([])
  })

  it('leaves it when a public page is kept, which is asked for as a visitor', async () => {
    const pages = openKeptPages('1')
    answer = ({ credentials }) => (credentials === 'omit' ? page('for visitors') : form('one'))
    await pages.keep(draft)
    await pages.keep('/tools')
    expect(namesIn('drafts 1 one')).toEqual([draft])
  })

  it('forgets it on the page that follows its sending', async () => {
    const pages = openKeptPages('1')
    answer = () => form('one')
    await pages.keep(draft)
    answer = () => page('You have entered', { [sessionKeyHeader]: 'one' })
    await pages.keep(`${draft}?sent=`)
    expect(asked).toEqual([draft, draft])
    expect(namesIn('drafts 1 one')).toEqual([])
  })

  it('leaves it during an outage, and forgets it once there is no form', async () => {
    const pages = openKeptPages('1')
    await pages.install([])
    answer = () => form('one')
    await pages.keep(draft)
    answer = () => new Response('', { status: 503 })
    await pages.keep(draft)
    expect(await (await pages.answer(draft)).text()).toContain('<textarea')
    answer = () => page('You have entered', { [sessionKeyHeader]: 'one', 'Cache-Control': 'no-store' })
    await pages.keep(draft)
    expect(await (await pages.answer(draft)).text()).not.toContain('<textarea')
  })

  it('does not keep one that was fetched before all were dropped', async () => {
    const pages = openKeptPages('1')
    const kept = pages.keep(draft)
    answer = () => form('one')
    await pages.dropDrafts()
    await kept
    expect(draftCaches()).toEqual([])
  })

  it('does not keep one that was fetched for an earlier session, and leaves those of the new one', async () => {
    const pages = openKeptPages('1')
    answer = () => form('one')
    const other = `/challenges/${id.replace(/1$/, '2')}/submit`
    await pages.keep(draft)
    const late = pages.keep(other)
    answer = () => form('two')
    await pages.noteSession(form('two'))
    await pages.keep(draft)
    await late
    expect(draftCaches()).toEqual(['drafts 1 two'])
    expect(namesIn('drafts 1 two')).toEqual([draft])
  })

  it('drops one whose session was replaced while it was read', async () => {
    const pages = openKeptPages('1')
    const slow = Promise.withResolvers<string>()
    answer = () => Object.defineProperty(form('one'), 'text', { value: () => slow.promise })
    const late = pages.keep(draft)
    await vi.waitFor(() => expect(asked).toEqual([draft]))
    await pages.noteSession(form('two'))
    slow.resolve('<textarea>')
    await late
    expect(draftCaches()).toEqual([])
  })
})

describe('without a network', () => {
  it('opens a kept page, or the one that says so', async () => {
    const pages = openKeptPages('1')
    answer = ({ path }) => page(path)
    await pages.install(['/assets/a.js'])
    await pages.keep('/tools')
    expect(await (await pages.answer('/tools')).text()).toBe('/tools')
    expect(await (await pages.answer('/me')).text()).toBe('/offline')
    expect(await (await pages.answer('/tools?type=x')).text()).toBe('/offline')
  })

  it('takes a file of the build from what is kept, and keeps others', async () => {
    const pages = openKeptPages('1')
    await pages.install(['/assets/a.js'])
    asked = []
    await pages.asset('/assets/a.js' as unknown as Request)
    expect(asked).toEqual([])
    await pages.asset('/assets/b.js' as unknown as Request)
    await pages.asset('/assets/b.js' as unknown as Request)
    expect(asked).toEqual(['/assets/b.js'])
  })
})

it('a new release drops what earlier ones kept, but the files of the one before, and fetches the drafts again', async () => {
  answer = ({ path }) => (path === draft ? page('<textarea>', { [sessionKeyHeader]: 'one' }) : page(path))
  for (const release of ['1', '2']) {
    const pages = openKeptPages(release)
    await pages.install([`/assets/${release}.js`])
    for (const path of ['/tools', draft]) await pages.keep(path)
  }
  const next = openKeptPages('3')
  await next.install(['/assets/3.js'])
  await next.takeOver()
  expect([...stored.keys()].sort()).toEqual(['assets 2', 'assets 3', 'drafts 3 one'])
})

function page(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    headers: { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', ...headers },
  })
}

/** As a browser shows a redirect that it does not follow. */
function redirected(): Response {
  return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
}

function openCache(name: string) {
  const cache = stored.get(name) ?? new Map<string, Response>()
  stored.set(name, cache)
  const add = async (path: string) => void cache.set(path, await fetch(path))
  return {
    add,
    addAll: (paths: string[]) => Promise.all(paths.map(add)),
    put: async (path: string, response: Response) => void cache.set(path, response),
    delete: async (request: Request | string) =>
      cache.delete(typeof request === 'string' ? request : new URL(request.url).pathname),
    keys: async () => [...cache.keys()].map((path) => ({ url: origin + path })),
  }
}

function namesIn(name: string): string[] {
  return [...(stored.get(name)?.keys() ?? [])]
}

function draftCaches(): string[] {
  return [...stored.keys()].filter((name) => name.startsWith('drafts '))
}

async function kept(name: string, path: string): Promise<string | undefined> {
  return stored.get(name)?.get(path)?.clone().text()
}
