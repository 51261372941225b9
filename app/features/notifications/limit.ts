import type { RateLimit } from '#platform/http/limits.server.ts'

/** Changes of settings and read marks by one member. */
export const rateLimit: RateLimit = { points: 60, seconds: 60 }
