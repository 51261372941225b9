import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safePath } from '#platform/http/return-to.ts'

describe('safePath', () => {
  it.each([
    ['/', '/'],
    ['/challenges', '/challenges'],
    ['/challenges/1/submissions?mode=voting', '/challenges/1/submissions?mode=voting'],
    ['/leaderboard#ranking-system', '/leaderboard#ranking-system'],
    ['/search?q=100%25&next=https://example.org', '/search?q=100%25&next=https://example.org'],
    ['/a/../b', '/b'],
    ['/caf%C3%A9', '/caf%C3%A9'],
  ])('keeps a path of this site: %s', (raw, expected) => {
    expect(safePath(raw)).toBe(expected)
  })

  it.each([
    undefined,
    null,
    42,
    ['/challenges'],
    '',
    'challenges',
    'https://evil.example',
    'HTTPS:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/%2F%2Fevil.example',
    '/%2f/evil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '/%25252Fevil.example',
    '%2F%2Fevil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/%0d%0aLocation:https://evil.example',
    '/challenges%00',
    '/%E0%A4%A',
    '/\u0085/evil.example',
    `/${'a'.repeat(1_000)}`,
  ])('refuses %j', (raw) => {
    expect(safePath(raw)).toBe('/')
  })

  it('never leaves this site, for any input', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2f',
      '%5c',
      '%25',
      'evil.example',
      '@',
      ':',
      '\t',
      '?',
      '#',
    )
    const raw = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(raw, (text) => {
        const path = safePath(text)
        expect(new URL(path, 'https://dojo.example').origin).toBe('https://dojo.example')
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(safePath(path)).toBe(path)
      }),
      { numRuns: 500 },
    )
  })
})
