import type { RefusalCode } from '#platform/outcome.ts'

const statuses: Record<RefusalCode, number> = {
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  closed: 409,
  invalid: 422,
  busy: 503,
}

/** The HTTP status that tells a refusal. */
export function statusOf(code: RefusalCode): number {
  return statuses[code]
}
