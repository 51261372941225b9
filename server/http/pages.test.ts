import { RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Services } from '#app/context.ts'
import { clientAddressHeader } from '#platform/http/client-address.ts'
import { pagesOf, receiveForm } from './pages.ts'

const module = {
  createLoadContext: async () => new RouterContextProvider(),
  bodyLimit: ({ url }: Request) => ({ maxBytes: (url.endsWith('/upload') ? 25 * 1024 : 64) * 1024 }),
  memberIdOf: (): string | null => null,
  hadOutage: () => false,
}
const build = { entry: { module } }

/** What is made of an answer of the router's. */
function given(answer: Response, headers: Record<string, string> = {}): Promise<Response> {
  const pages = pagesOf(build as unknown as ServerBuild, async () => answer, {} as Services)
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

it('unfinished uploads do not use up the memory of forms, nor of uploads of others behind the same address', async () => {
  const handle = async (request: Request) => Response.json((await request.text().catch(() => '')).length)
  const memberIdOf = (_: unknown, request: Request) => request.headers.get('x-member')
  const entry = { module: { ...module, memberIdOf } }
  const pages = pagesOf({ entry } as unknown as ServerBuild, handle, {} as Services)
  const text = new Uint8Array(64 * 1024)
  const gate = Promise.withResolvers<void>()
  const send = async (path: string, body: BodyInit, length: number, member = 'ann') => {
    const headers = {
      [clientAddressHeader]: '192.0.2.1',
      'Content-Length': String(length),
      'x-member': member,
    }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    const form = await receiveForm(new Request(`http://localhost${path}`, init))
    return pages(form.request, 'nonce').finally(form.done)
  }
  const unfinished = () => {
    let sent = false
    return new ReadableStream({
      async pull(controller) {
        if (sent) return gate.promise.then(() => controller.close())
        sent = true
        controller.enqueue(text)
      },
    })
  }

  const uploads = Array.from({ length: 130 }, () => send('/upload', unfinished(), 20 * 1024 * 1024))
  expect((await Promise.race(uploads)).status).toBe(503)
  const form = await send('/vote', 'x'.repeat(64 * 1024), 64 * 1024)
  expect([form.status, await form.json()]).toEqual([200, 64 * 1024])
  const upload = await send('/upload', text, 20 * 1024 * 1024, 'ben')
  expect([upload.status, await upload.json()]).toEqual([200, text.length])
  gate.resolve()
  await Promise.all(uploads)
})

it('strangers behind the same address end no form of a member', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const cookie = `session=${'a'.repeat(43)}`
  const receive = (pieces: number, sent: number, headers: Record<string, string> = {}) => {
    let left = pieces
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, left === pieces ? 0 : 500))
        if (left-- > 0) controller.enqueue(new Uint8Array(sent))
        else controller.close()
      },
    })
    const all = { [clientAddressHeader]: '192.0.2.1', 'Content-Length': String(pieces * sent), ...headers }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers: all, duplex: 'half' }
    return receiveForm(new Request('http://localhost/draft', init))
  }
  const statusBesideStrangers = async () => {
    const form = receive(10, 500, { cookie })
    await vi.advanceTimersByTimeAsync(200)
    const strangers = Array.from({ length: 200 }, () => receive(2, 20_000))
    await vi.advanceTimersByTimeAsync(20_000)
    for (const stranger of await Promise.all(strangers)) stranger.done()
    return (await form).error()?.status
  }
  // As any visitor, whose slow form is one of those that give way.
  expect(await statusBesideStrangers()).toBe(503)

  const known = { entry: { module: { ...module, memberIdOf: () => 'ann' } } } as unknown as ServerBuild
  const pages = pagesOf(known, async () => new Response('page'), {} as Services)
  await pages(new Request('http://localhost/', { headers: { cookie } }), 'nonce')
  expect(await statusBesideStrangers()).toBeUndefined()
  // The session has ended.
  const pagesAfter = pagesOf(
    build as unknown as ServerBuild,
    async () => new Response('page'),
    {} as Services,
  )
  await pagesAfter(new Request('http://localhost/', { headers: { cookie } }), 'nonce')
  expect(await statusBesideStrangers()).toBe(503)
})

it('a form has the time that it takes at 1 KB a second, and not much more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const receive = async (pauseMs: number) => {
    let left = 30
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        controller.enqueue(new Uint8Array(1_000))
        if (--left === 0) controller.close()
      },
    })
    const headers = { [clientAddressHeader]: '192.0.2.1', 'Content-Length': '30000' }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    const form = receiveForm(new Request('http://localhost/draft', init))
    await vi.advanceTimersByTimeAsync(60_000)
    return (await form).error()?.status
  }
  expect(await receive(1_000)).toBeUndefined()
  expect(await receive(1_900)).toBe(408)
})
