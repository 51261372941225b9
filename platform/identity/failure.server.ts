export type SignInFailureKind = 'unreachable' | 'refused'

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

const unanswered = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** What went wrong, without anything secret: an error's own code, or the word that the provider answered. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error
  const {
    code,
    error: answered,
    cause,
  } = error as { code?: unknown; error?: unknown; cause?: { code?: unknown } }
  // Node's fetch rejects with a TypeError whose cause has the socket's code.
  if (error instanceof TypeError)
    return new SignInFailure('unreachable', word(cause?.code ?? code ?? 'fetch-failed'))
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
