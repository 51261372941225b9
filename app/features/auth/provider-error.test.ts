import { describe, expect, it } from 'vitest'
import { providerError } from './provider-error.ts'

describe('the error of a provider', () => {
  it.each([
    ['error=access_denied&error_description=No', 'access_denied', 'access_denied: No'],
    ['error=login_required', 'login_required', 'login_required: Unknown error'],
    ['error=server_error&error_description=', 'server_error', 'server_error: Unknown error'],
    ['error=account_hacked&error_description=Call%20us', 'Unknown error', 'Unknown error'],
    ['error_description=No', 'Unknown error', 'Unknown error'],
  ])('%s', (query, code, message) => {
    expect(providerError(new URLSearchParams(query))).toEqual({ code, message })
  })

  it.each(['error=&error_description=', 'code=x&state=y', ''])('is none in %j', (query) => {
    expect(providerError(new URLSearchParams(query))).toBeNull()
  })

  it('is one line of at most 200 characters, without control characters', () => {
    const long = { error: 'server_error', error_description: 'x'.repeat(5_000) }
    expect(providerError(new URLSearchParams(long))?.message).toHaveLength(200)
    const odd = { error: 'server_error\u0000', error_description: 'c\u202ed\r\n\u0007e\u200b' }
    expect(providerError(new URLSearchParams(odd))?.message).toBe('server_error: cd e')
  })
})
