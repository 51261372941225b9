import { isId } from '#platform/id.server.ts'

/** The entry before which a page of the audit log begins; null for the newest page. */
export function beforeIn(params: URLSearchParams): string | null {
  const value = params.get('before') ?? undefined
  return isId(value) ? value : null
}
