type SignInFailureKind = 'unreachable' | 'refused'

/**
 * A failed sign-in. It has a code that may be logged and shown, and no cause on purpose: the library's errors contain
 * codes and tokens.
 */
export class SignInFailure extends Error {
  override name = 'SignInFailure'
  readonly kind: SignInFailureKind
  readonly code: string

  constructor(kind: SignInFailureKind, code: string) {
    super(`sign-in ${kind}: ${code}`)
    this.kind = kind
    this.code = code
  }
}

/** By name, because the server and the app's bundle each load their own copy of the class. */
export function isSignInFailure(error: unknown): error is SignInFailure {
  return error instanceof Error && error.name === 'SignInFailure'
}

const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** The failure with the error's code or the provider's error code, without secrets. */
export function signInFailure(error: unknown): SignInFailure {
  if (isSignInFailure(error)) return error
  const { code, error: answered, cause } = error as Partial<Record<'code' | 'error' | 'cause', unknown>>
  // Node's fetch rejects with a TypeError without a code; its cause has the code of the socket.
  if (error instanceof TypeError && code === undefined) {
    return new SignInFailure(
      'unreachable',
      errorCode((cause as { code?: unknown } | undefined)?.code ?? 'fetch-failed'),
    )
  }
  const kind = unreachableCodes.has(String(code)) ? 'unreachable' : 'refused'
  return new SignInFailure(kind, errorCode(answered ?? code ?? 'unknown'))
}

function errorCode(value: unknown): string {
  return (
    String(value)
      .replace(/[^\w.-]/g, '')
      .slice(0, 60) || 'unknown'
  )
}
