import { expect, test } from 'vitest'
import { securityHeaders } from '#platform/http/security.server.ts'
import { scan } from '#test/observatory.ts'

const site = { publicUrl: 'https://dojo.example', formTargets: [], frameOrigins: [] }
const good = securityHeaders(site, [])

function score(change: Record<string, string | null>, html = ''): number {
  const headers = new Headers({ ...good, 'Content-Type': 'text/html' })
  for (const [name, value] of Object.entries(change)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  return scan(headers, html).score
}

test('a response without headers scores 30, one with all of them 130', () => {
  expect(scan(new Headers(), '').score).toBe(30)
  expect(score({})).toBe(130)
})

test.each([
  [{ 'Content-Security-Policy': "default-src 'none'; script-src 'unsafe-inline'" }, 80],
  [{ 'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'" }, 125],
  [{ 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" }, 115],
  [{ 'Strict-Transport-Security': 'max-age=3600' }, 120],
  [{ 'Strict-Transport-Security': null }, 80],
  [{ 'X-Content-Type-Options': null }, 125],
  [{ 'Referrer-Policy': 'unsafe-url' }, 120],
  [{ 'Cross-Origin-Resource-Policy': null }, 120],
  [{ 'Access-Control-Allow-Origin': 'https://a.example', 'Access-Control-Allow-Credentials': 'true' }, 50],
  [{ 'Set-Cookie': '__Host-session=x; Secure; HttpOnly; SameSite=Lax' }, 135],
  [{ 'Set-Cookie': 'session=x; Secure; SameSite=Lax' }, 70],
  [{ 'Set-Cookie': 'theme=dark; SameSite=Lax' }, 125],
])('%o scores %i', (change, expected) => {
  expect(score(change)).toBe(expected)
})

test('scripts of other origins cost points, integrity attributes add some', () => {
  expect(score({}, '<script src="https://cdn.example/a.js"></script>')).toBe(50)
  expect(score({}, '<script src="/a.js" integrity="sha384-x"></script>')).toBe(135)
})
