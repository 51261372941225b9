import { RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { Services } from '#app/context.ts'
import { adminCheckFailed } from '#domain/members/refusals.ts'
import { pagesOf } from './pages.ts'

const module = {
  createLoadContext: async () => new RouterContextProvider(),
  hadOutage: () => false,
}
const build = { entry: { module } }
const file = '/admin/exports/members.csv'

/** What is made of an answer of the router's, in an area that refuses its page with the same status. */
function given(
  answer: Response,
  path = file,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const handle = async ({ url }: Request) =>
    new URL(url).pathname === path ? answer : new Response('<h1>Admin</h1>', { status: answer.status })
  const pages = pagesOf(build as unknown as ServerBuild, handle, {} as Services)
  return pages(new Request(`http://localhost${path}`, init), 'nonce')
}

describe('a refusal that the router answers with JSON', () => {
  it.each([
    [403, '/calendar.ics', 'Access Denied\n', null],
    [404, file, 'Not found\n', null],
    [405, file, 'This address takes GET, HEAD only.\n', 'GET, HEAD'],
    [500, file, 'Something went wrong. Please try again.\n', null],
  ])('is sent as plain text with its other headers: %i of %s', async (status, path, words, allow) => {
    const refusal = Response.json({}, { status, headers: { 'Set-Cookie': 'session=renewed' } })
    const answer = await given(refusal, path)
    expect([answer.status, await answer.text()]).toEqual([status, words])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.headers.getSetCookie()).toEqual(['session=renewed'])
  })

  it.each([
    [403, 'Forbidden'],
    [500, adminCheckFailed],
  ])('of a file is the page of the area where access was refused: %i', async (status, statusText) => {
    const cancel = vi.fn()
    const headers = { 'Content-Type': 'application/json' }
    const refusal = new Response(new ReadableStream({ cancel }), { status, statusText, headers })
    const answer = await given(refusal)
    expect([answer.status, await answer.text()]).toEqual([status, '<h1>Admin</h1>'])
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('of an action is that page too, as without scripts', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await given(Response.json({}, { status: 403 }), '/admin/settings/mails/retry', {
        method,
      })
      expect([answer.status, await answer.text()]).toEqual([403, '<h1>Admin</h1>'])
    }
  })

  it('is not changed for a script that requests JSON', async () => {
    const headers = { accept: 'application/json' }
    const answer = await given(Response.json({ ok: false }, { status: 422 }), file, { headers })
    expect([answer.status, await answer.json()]).toEqual([422, { ok: false }])
  })
})

it('other responses are not changed', async () => {
  const page = new Response('<h1>Access Denied</h1>', {
    status: 403,
    headers: { 'Content-Type': 'text/html' },
  })
  expect(await given(page)).toBe(page)
  const data = Response.json({})
  expect(await given(data)).toBe(data)
})

it('closes the source of a response that an outage page replaces', async () => {
  const cancel = vi.fn()
  const body = new ReadableStream({ cancel })
  const broken = { entry: { module: { ...module, hadOutage: () => true } } } as unknown as ServerBuild
  const config = { publicUrl: 'http://localhost' }
  const settings = { current: () => ({ productName: 'Dojo' }) }
  const pages = pagesOf(broken, async () => new Response(body), { config, settings } as unknown as Services)
  expect((await pages(new Request('http://localhost/'), 'nonce')).status).toBe(503)
  expect(cancel).toHaveBeenCalledOnce()
})
