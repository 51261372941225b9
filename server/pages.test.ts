import { RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { Services } from '#app/context.ts'
import { pagesOf } from './pages.ts'

const module = {
  createLoadContext: async () => new RouterContextProvider(),
  hadOutage: () => false,
}
const build = { entry: { module } }

/** What is made of an answer of the router's. The page of the area is shown to the sender, unless it answers `area`. */
function given(answer: Response, headers: Record<string, string> = {}, area = 200): Promise<Response> {
  const handle = async ({ url }: Request) =>
    new URL(url).pathname === '/admin' ? new Response('<h1>Admin</h1>', { status: area }) : answer
  const pages = pagesOf(build as unknown as ServerBuild, handle, {} as Services)
  return pages(new Request('http://localhost/admin/exports/members.csv', { headers }), 'nonce')
}

describe('a refusal that the router answers with JSON', () => {
  it.each([
    [403, 'Access Denied\n', null],
    [404, 'Not found\n', null],
    [405, 'This address takes GET, HEAD only.\n', 'GET, HEAD'],
    [500, 'Something went wrong. Please try again.\n', null],
  ])('is sent as plain text with its other headers: %i', async (status, words, allow) => {
    const answer = await given(Response.json({}, { status, headers: { 'Set-Cookie': 'session=renewed' } }))
    expect([answer.status, await answer.text()]).toEqual([status, words])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.headers.getSetCookie()).toEqual(['session=renewed'])
  })

  it('of an administrators’ file is the page of the area where that is refused too', async () => {
    const answer = await given(Response.json({}, { status: 403 }), {}, 403)
    expect([answer.status, await answer.text()]).toEqual([403, '<h1>Admin</h1>'])
  })

  it('is not changed for a script that requests JSON', async () => {
    const answer = await given(Response.json({ ok: false }, { status: 422 }), { accept: 'application/json' })
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
  const config = { productName: 'Dojo', publicUrl: 'http://localhost' }
  const pages = pagesOf(broken, async () => new Response(body), { config } as Services)
  expect((await pages(new Request('http://localhost/'), 'nonce')).status).toBe(503)
  expect(cancel).toHaveBeenCalledOnce()
})
