import { expect, test } from 'vitest'
import { action as setConsent } from '#app/features/site/consent.ts'
import { action as setTheme } from '#app/features/site/theme.ts'
import { takeToasts, withToast } from '#app/forms/flash.server.ts'
import { themeIn } from '#platform/http/choice-cookies.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { secureCookies } from './response-headers.server.ts'
import { readConsent } from './site.server.ts'
import { sessionCookie } from './viewer.server.ts'

const { db } = await testDatabase()
const https = 'https://dojo.example'

/** The cookies that the site at `publicUrl` sets with this response. */
async function cookiesOf(response: Response, publicUrl: string): Promise<string[]> {
  const context = await requestContext(db, null, {
    PUBLIC_URL: publicUrl,
    OIDC_CLIENT_ID: 'dojo',
    OIDC_CLIENT_SECRET: 'word',
    CONTACT_EMAIL: 'contact@dojo.example',
  })
  const request = new Request(publicUrl)
  const url = new URL(publicUrl)
  const sent = await secureCookies({ request, url, context, params: {}, pattern: '/' }, async () => response)
  return sent?.headers.getSetCookie() ?? []
}

function form(path: string, fields: Record<string, string>): Request {
  return new Request(https + path, { method: 'POST', body: new URLSearchParams(fields) })
}

test('on https every cookie of the site has the prefix __Host-, and only such a one is read', async () => {
  const context = await requestContext(db, null)
  const args = { context, params: {}, url: new URL(https), pattern: '/' } as const
  const responses = [
    await setTheme({ ...args, request: form('/theme', { theme: 'dark' }), pattern: '/theme' }),
    await setConsent({
      ...args,
      request: form('/cookies/consent', { consent: 'accepted' }),
      pattern: '/cookies/consent',
    }),
    new Response(null, await withToast({ text: 'Saved' })),
  ]
  const cookies = (await Promise.all(responses.map((response) => cookiesOf(response, https)))).flat()
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
    '__Host-theme',
    '__Host-consent',
    expect.stringMatching(/^__Host-toast-[0-9a-f-]{36}$/),
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/;/)
    expect(cookie).toMatch(/; Secure$/)
    expect(cookie).not.toMatch(/domain/i)
  }

  const header = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
  expect(await read(header)).toEqual({ theme: 'dark', consent: 'accepted', hasToast: true })
  const unprefixed = header.replaceAll('__Host-', '')
  expect(await read(unprefixed)).toEqual({ theme: undefined, consent: null, hasToast: false })
})

test('on https the cookie of a session is accepted from this host only', async () => {
  const headers = (cookie: string) => new Response(null, { headers: { 'Set-Cookie': cookie } })
  expect(await cookiesOf(headers(sessionCookie.write('x')), https)).toEqual([
    '__Host-session=x; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
  ])
  expect(await cookiesOf(headers(sessionCookie.clear()), https)).toEqual([
    '__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ])
})

test('on http cookies keep their plain names', async () => {
  const response = new Response(null, await withToast({ text: 'Saved' }))
  expect(await cookiesOf(response, 'http://localhost:3000')).toEqual([
    expect.stringMatching(/^toast-.*(?<!Secure)$/),
  ])
})

async function read(header: string) {
  const request = new Request(https, { headers: { Cookie: header } })
  const [toast] = (await takeToasts(request)).toasts
  return { theme: themeIn(header, https), consent: readConsent(request), hasToast: toast !== undefined }
}
