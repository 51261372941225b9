type SignInFailureKind = 'unreachable' | 'refused'

/**
 * A sign-in that came to nothing: the provider did not answer, or its answer did not hold. It carries a code that may
 * be logged and shown, and deliberately no cause: the library's errors hold codes and tokens.
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

/** By name: the server and the built app each load this class, and `instanceof` knows only one's own. */
export function isSignInFailure(error: unknown): error is SignInFailure {
  return error instanceof Error && error.name === 'SignInFailure'
}

const unanswered = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** What went wrong, without anything secret: an error's own code, or the word that the provider answered. */
export function signInFailure(error: unknown): SignInFailure {
  if (isSignInFailure(error)) return error
  const { code, error: answered, cause } = error as Partial<Record<'code' | 'error' | 'cause', unknown>>
  // Node's fetch rejects with a TypeError that has no code; its cause has the socket's.
  if (error instanceof TypeError && code === undefined) {
    return new SignInFailure(
      'unreachable',
      word((cause as { code?: unknown } | undefined)?.code ?? 'fetch-failed'),
    )
  }
  const kind = unanswered.has(String(code)) ? 'unreachable' : 'refused'
  return new SignInFailure(kind, word(answered ?? code ?? 'unknown'))
}

function word(value: unknown): string {
  return (
    String(value)
      .replace(/[^\w.-]/g, '')
      .slice(0, 60) || 'unknown'
  )
}
