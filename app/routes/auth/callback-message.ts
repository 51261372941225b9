import { rawBeginning } from '#platform/raw-limits.ts'

const longest = 300

/**
 * What the provider says went wrong (public §8): 'error: description', or 'Unknown error' for the part that is
 * missing. Null when it reports no error.
 */
export function errorMessage(answer: URLSearchParams): string | null {
  const error = rawBeginning(answer.get('error'), 'list').trim()
  const description = rawBeginning(answer.get('error_description'), 'list').trim()
  if (!error && !description) return null
  const message = error ? `${error}: ${description || 'Unknown error'}` : 'Unknown error'
  return message.slice(0, longest)
}
