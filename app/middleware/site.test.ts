import { describe, expect, it } from 'vitest'
import { consentCookie } from '#platform/http/choice-cookies.ts'
import { readConsent } from './site.server.ts'

describe('readConsent', () => {
  it('is null until a choice was made', () => {
    expect(readConsent(requestWith(undefined))).toBe(null)
    expect(readConsent(requestWith('theme=dark; session=abc'))).toBe(null)
  })

  it.each(['accepted', 'declined'] as const)('finds %s among other cookies', (choice) => {
    expect(readConsent(requestWith(`theme=dark; consent=${choice}; toast=x`))).toBe(choice)
  })

  it.each(['', 'yes', 'accepted,declined', 'ACCEPTED', '%61ccepted'])('ignores other values: %o', (value) => {
    expect(readConsent(requestWith(`consent=${value}`))).toBe(null)
  })

  it('ignores a cookie whose name only ends in the same way', () => {
    expect(readConsent(requestWith('no-consent=accepted'))).toBe(null)
  })

  it('reads what it writes', () => {
    const [pair] = consentCookie.write('declined').split(';')
    expect(readConsent(requestWith(pair))).toBe('declined')
    expect(consentCookie.write('declined')).toContain('HttpOnly; SameSite=Lax')
  })
})

function requestWith(cookie: string | undefined): Request {
  return new Request('http://localhost/', { headers: cookie ? { Cookie: cookie } : {} })
}
