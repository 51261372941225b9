import { expect, test } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { takeToasts, withToast } from './flash.server.ts'

async function carried(text: string): Promise<Request> {
  const headers = new Headers((await withToast({ text })).headers)
  const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return new Request('http://dojo.test/', { headers: { Cookie: cookie } })
}

test('a message is kept for the next page, which removes it', async () => {
  const { toasts, headers } = await takeToasts(await carried('Entry saved <b>'))
  expect(toasts).toEqual([{ text: 'Entry saved <b>', tone: 'good' }])
  expect(new Headers(headers).get('Set-Cookie')).toMatch(/^toast-[0-9a-f-]{36}=; Max-Age=0;.*HttpOnly/)
})

test('several messages show, and one that came later stays', async () => {
  const sent = await carried('One')
  const [first, later] = [sent.headers.get('Cookie') ?? '', (await carried('Three')).headers.get('Cookie')]
  const [name = ''] = first.split('=')
  const second = (await carried('Two')).headers.get('Cookie')?.replace(/^[^=]+/, 'toast-'.padEnd(42, 'f'))
  const request = new Request('http://dojo.test/', { headers: { Cookie: `theme=dark; ${second}; ${first}` } })
  const { toasts, headers } = await takeToasts(request)
  expect(toasts.map(({ text }) => text)).toEqual(['One', 'Two'])
  const cleared = new Headers(headers).getSetCookie().map((cookie) => cookie.split('=')[0])
  expect(cleared).toEqual([name, 'toast-'.padEnd(42, 'f')])
  expect(cleared).not.toContain(later?.split('=')[0])
})

test('a message is cut off after 200 characters', async () => {
  const [toast] = (await takeToasts(await carried('x'.repeat(300)))).toasts
  expect(toast?.text).toHaveLength(200)
})

test('the other headers of the response are kept', async () => {
  const init = await withToast({ text: 'Gone', tone: 'bad' }, { status: 303, headers: { Location: '/' } })
  const headers = new Headers(init.headers)
  expect(init.status).toBe(303)
  expect(headers.get('Location')).toBe('/')
})

test('a moment in a message is a time element', async () => {
  const carriedTime = async (at: string) => {
    const headers = new Headers((await withToast({ text: 'Moved.', time: { label: 'Until', at } })).headers)
    const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return (await takeToasts(new Request('http://dojo.test/', { headers: { Cookie: cookie } }))).toasts[0]
  }
  const at = '2026-11-29T12:00:00.000Z'
  expect(await carriedTime(at)).toEqual({ text: 'Moved.', tone: 'good', time: { label: 'Until', at } })
  expect(await carriedTime('soon')).toBeUndefined()
})

test('a message links to this site only', async () => {
  const link = { to: '/profile/edit', label: 'Change' }
  const carriedLink = async (to: string) => {
    const headers = new Headers((await withToast({ text: 'Hello.', link: { ...link, to } })).headers)
    const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return (await takeToasts(new Request('http://dojo.test/', { headers: { Cookie: cookie } }))).toasts[0]
  }
  expect(await carriedLink('/profile/edit')).toEqual({ text: 'Hello.', tone: 'good', link })
  for (const to of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
    expect(await carriedLink(to)).toBeUndefined()
  }
})

test('a forged or broken cookie shows nothing', async () => {
  const forged = Buffer.from(JSON.stringify({ text: 1, tone: 'loud' })).toString('base64')
  for (const value of [forged, 'nonsense', '']) {
    const request = new Request('http://dojo.test/', { headers: { Cookie: `toast-${newId()}=${value}` } })
    expect((await takeToasts(request)).toasts[0]).toBeUndefined()
  }
})

test('a message has a form that acts on this site, if it fits into the cookie', async () => {
  const carriedForm = async (action: string, chosen = 'x') => {
    const form = { label: 'Undo', action, fields: { chosen } }
    const headers = new Headers((await withToast({ text: 'Gone.', form })).headers)
    const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? ''
    expect(cookie.length).toBeLessThan(4_000)
    return (await takeToasts(new Request('http://dojo.test/', { headers: { Cookie: cookie } }))).toasts[0]
  }
  const form = { label: 'Undo', action: '/admin/undo', fields: { chosen: 'x' } }
  expect(await carriedForm('/admin/undo')).toEqual({ text: 'Gone.', tone: 'good', form })
  expect(await carriedForm('/admin/undo', 'x'.repeat(4_000))).toEqual({ text: 'Gone.', tone: 'good' })
  for (const action of ['https://evil.example', '//evil.example', 'javascript:alert(1)'])
    expect(await carriedForm(action)).toBeUndefined()
})
