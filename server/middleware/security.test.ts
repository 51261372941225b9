import { expect, test } from 'vitest'
import { embedOrigins } from '#domain/media/embeds.ts'
import { newNonce, securityHeaders } from './security.ts'

const here = {
  publicUrl: 'https://dojo.example',
  formTargets: ['https://accounts.example'],
}

function policy(options: Parameters<typeof securityHeaders>[0]): Map<string, string> {
  const text = securityHeaders(options, [`'nonce-word'`])['Content-Security-Policy'] ?? ''
  return new Map(text.split('; ').map((rule) => [rule.split(' ')[0] as string, rule]))
}

test('allow only listed sources, and no inline code', () => {
  const rules = policy(here)
  expect(rules.get('default-src')).toBe("default-src 'none'")
  expect(rules.get('script-src')).toBe("script-src 'self' 'nonce-word'")
  expect(rules.get('form-action')).toBe("form-action 'self' https://accounts.example")
  expect(rules.get('media-src')).toBe('media-src https:')
  expect(rules.get('frame-src')).toBe(`frame-src ${embedOrigins.join(' ')}`)
  expect(rules.get('frame-ancestors')).toBe("frame-ancestors 'none'")
  expect([...rules.values()].join()).not.toContain('unsafe')
})

test('require https only on an https site', () => {
  const header = (hstsSubdomains?: boolean) =>
    securityHeaders({ ...here, ...(hstsSubdomains && { hstsSubdomains }) }, [])['Strict-Transport-Security']
  expect([header(), header(true)]).toEqual(['max-age=63072000', 'max-age=63072000; includeSubDomains'])
  const local = { publicUrl: 'http://localhost:3000', formTargets: [] }
  expect(securityHeaders(local, [`'nonce-word'`])).not.toHaveProperty('Strict-Transport-Security')
})

test('allow the development server’s WebSocket', () => {
  expect(policy({ ...here, dev: true }).get('connect-src')).toBe("connect-src 'self' ws:")
})

test('have a new nonce each time', () => {
  expect(newNonce()).not.toBe(newNonce())
})
