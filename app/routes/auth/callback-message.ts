import { rawBeginning } from '#platform/raw-limits.ts'
import { cut, singleLine } from '#platform/text.ts'

/** What is shown for an error that does not belong to a sign-in of this browser (AUTH-14). */
export const UNKNOWN_SENDER_MESSAGE = 'Authentication failed'

const maxLength = 200

/**
 * What the provider says went wrong (AUTH-14): 'error: description', or 'Unknown error' for the part that is
 * missing, as one line of at most 200 characters. Null when it reports no error.
 */
export function errorMessage(answer: URLSearchParams): string | null {
  const error = singleLine(rawBeginning(answer.get('error'), 'list'))
  const description = singleLine(rawBeginning(answer.get('error_description'), 'list'))
  if (!error && !description) return null
  const message = error ? `${error}: ${description || 'Unknown error'}` : 'Unknown error'
  return cut(message, maxLength)
}
