import type { RateLimit } from '#platform/http/limits.server.ts'

export const TOKENS_PATH = '/profile/tokens'

export function revokePath(id: string): string {
  return `${TOKENS_PATH}/${id}/revoke`
}

export const rateLimit: RateLimit = { points: 20, seconds: 60 }
