import { expect, test } from 'vitest'
import { demoHost, isFromThisSite } from './security.ts'

const site = 'http://localhost:3000'

function sent(method: string, headers: Record<string, string> = {}, path = '/vote'): boolean {
  return isFromThisSite(new Request(site + path, { method, headers }), site)
}

test('reading needs no origin', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(sent(method, { origin: 'https://evil.example' })).toBe(true)
})

test('writing needs the origin of this site', () => {
  expect(sent('POST', { origin: site })).toBe(true)
  expect(sent('POST', { 'sec-fetch-site': 'same-origin' })).toBe(true)
})

const foreign: Record<string, string>[] = [
  {},
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { cookie: 'session=x', 'content-type': 'text/plain' },
]
test.each(foreign)('writing is refused with %o', (headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(sent(method, headers)).toBe(false)
})

test('a mail service may unsubscribe without an origin, a page of another site may not', () => {
  for (const path of ['/unsubscribe/a/b/c', '/unsubscribe/a/b/c.data', '/unsubscribe/..%2fsign-out']) {
    expect(sent('POST', {}, path)).toBe(true)
    expect(sent('POST', { origin: site }, path)).toBe(true)
    for (const origin of ['https://evil.example', 'null', 'no origin'])
      expect(sent('POST', { origin }, path)).toBe(false)
  }
})

test('the demo answers under one name, redirects other names of this machine, and refuses foreign ones', () => {
  expect(demoHost('localhost:3000', '/a?b', site)).toEqual({ is: 'here' })
  expect(demoHost('LOCALHOST:3000', '/', site)).toEqual({ is: 'here' })
  expect(demoHost('127.0.0.1:3000', '/a?b', site)).toEqual({ is: 'elsewhere', address: `${site}/a?b` })
  expect(demoHost('[::1]:3000', '//evil.example', site)).toEqual({
    is: 'elsewhere',
    address: `${site}//evil.example`,
  })
  for (const host of ['evil.example:3000', 'localhost.evil.example', '10.0.0.7', '', undefined, 'a b']) {
    expect(demoHost(host, '/', site)).toEqual({ is: 'unknown' })
  }
})
