import { rawBeginning } from '#platform/text/raw-limits.ts'
import { cut, singleLine } from '#platform/text/text.ts'

/** Error codes of RFC 6749, OpenID Connect Core and its 'unmet authentication requirements'. */
const CODES = new Set([
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  'unmet_authentication_requirements',
])

const UNKNOWN = 'Unknown error'

const maxLength = 200

interface ProviderError {
  /** One of the codes above, or 'Unknown error'. Safe to show to anyone. */
  code: string
  /** With the provider's description, for the browser that began the sign-in: anyone can send a link with a text. */
  message: string
}

/** The error that a provider reports (AUTH-14), as one line of at most 200 characters. Null if it reports none. */
export function providerError(answer: URLSearchParams): ProviderError | null {
  const error = singleLine(rawBeginning(answer.get('error'), 'list'))
  const description = singleLine(rawBeginning(answer.get('error_description'), 'list'))
  if (!error && !description) return null
  if (!CODES.has(error)) return { code: UNKNOWN, message: UNKNOWN }
  return { code: error, message: cut(`${error}: ${description || UNKNOWN}`, maxLength) }
}
