export type SignInFailureKind = 'unreachable' | 'refused'

/**
 * A failed sign-in. It has a code and a detail that may be logged, and no cause on purpose: the library's errors contain
 * codes and tokens.
 */
export class SignInFailure extends Error {
  override name = 'SignInFailure'
  readonly kind: SignInFailureKind
  readonly code: string
  /** What the library found, in its own words, which contain nothing that was sent. */
  readonly detail: string | undefined

  constructor(kind: SignInFailureKind, code: string, detail?: string) {
    super(`sign-in ${kind}: ${code}`)
    this.kind = kind
    this.code = code
    this.detail = detail
  }
}

const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** The failure with the error's code or the provider's error code, without secrets. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error
  const { code, error: answered, cause } = error as Partial<Record<'code' | 'error' | 'cause', unknown>>
  // Node's fetch rejects with a TypeError without a code; its cause has the code of the socket.
  if (error instanceof TypeError && code === undefined) {
    return new SignInFailure(
      'unreachable',
      errorCode((cause as { code?: unknown } | undefined)?.code ?? 'fetch-failed'),
    )
  }
  if (isClientRefused(error)) return new SignInFailure('refused', 'invalid_client')
  const kind = unreachableCodes.has(String(code)) ? 'unreachable' : 'refused'
  return new SignInFailure(kind, errorCode(answered ?? code ?? 'unknown'), detailOf(error))
}

/** Whether the token endpoint did not accept the client's id, secret or method. */
export function isClientRefused(error: unknown): boolean {
  const { status, error: answered, cause } = error as Partial<Record<'status' | 'error' | 'cause', unknown>>
  return [status, (cause as Response | undefined)?.status].includes(401) || answered === 'invalid_client'
}

/** The message of the library's innermost error. */
function detailOf(error: unknown): string | undefined {
  const { code, message, cause } = error as Partial<Record<'code' | 'message' | 'cause', unknown>>
  if (!String(code).startsWith('OAUTH_')) return undefined
  return detailOf(cause ?? {}) ?? String(message).slice(0, 200)
}

function errorCode(value: unknown): string {
  return (
    String(value)
      .replace(/[^\w.-]/g, '')
      .slice(0, 60) || 'unknown'
  )
}
