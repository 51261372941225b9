import { describe, expect, it } from 'vitest'
import { signInFailure } from '#platform/identity/failure.server.ts'

describe('a sign-in failure', () => {
  it.each([
    [
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
      'unreachable',
      'ECONNREFUSED',
    ],
    [Object.assign(new Error('x'), { code: 'OAUTH_TIMEOUT' }), 'unreachable', 'OAUTH_TIMEOUT'],
    [
      Object.assign(new Error('x'), { code: 'OAUTH_RESPONSE_BODY_ERROR', error: 'invalid_grant' }),
      'refused',
      'invalid_grant',
    ],
    [Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' }), 'refused', 'ERR_INVALID_ARG_TYPE'],
    [new Error('secret'), 'refused', 'unknown'],
    [Object.assign(new Error('x'), { code: 'OAUTH_X', cause: { status: 401 } }), 'refused', 'invalid_client'],
  ])('has a kind and a code: %s', (error, kind, code) => {
    expect(signInFailure(error)).toMatchObject({ kind, code })
  })

  it("has the message of the library's innermost error", () => {
    const cause = Object.assign(new Error('unexpected ID Token "nonce" claim value'), { code: 'OAUTH_JWT' })
    const error = Object.assign(new Error('unexpected claim'), { code: 'OAUTH_JWT', cause })
    expect(signInFailure(error).detail).toBe(cause.message)
    expect(signInFailure(new TypeError('eyJabc')).detail).toBeUndefined()
  })

  it('has no other content of the error', () => {
    const error = Object.assign(new Error('token eyJabc'), { code: 'a b<c>', cause: { body: 'eyJabc' } })
    const failure = signInFailure(error)
    expect(failure.code).toBe('abc')
    expect(failure.cause).toBeUndefined()
    expect(`${failure.stack}${JSON.stringify(failure)}`).not.toContain('eyJ')
  })
})
