import type { RateLimit } from '#platform/http/limits.server.ts'

export const ADDRESS_PATH = '/profile/calendar'

export const rateLimit: RateLimit = { points: 20, seconds: 60 }
