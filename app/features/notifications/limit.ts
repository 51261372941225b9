import type { RateLimit } from '#platform/http/limits.server.ts'

export const rateLimit: RateLimit = { points: 60, seconds: 60 }
