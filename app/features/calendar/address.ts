import type { RateLimit } from '#platform/http/limits.server.ts'

export const ADDRESS_PATH = '/profile/calendar'

/** Creations of an address by one member, and as many ends. */
export const rateLimit: RateLimit = { points: 20, seconds: 60 }
