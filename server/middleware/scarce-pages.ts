import type { MiddlewareHandler } from 'hono'
import { routedPath } from '#platform/http/routed-path.ts'
import { Busy, openSlots } from '#platform/slots.ts'

/** Limits how many of the pages are made at once that take seconds, many rows or many locks each. */
export function limitScarcePages(): MiddlewareHandler {
  const scarce = [
    { path: /^\/admin\/exports\//, slots: openSlots({ atOnce: 4 }) },
    { path: /^\/profile\/account\/download$/, slots: openSlots({ atOnce: 4 }) },
    { path: /^\/admin\/integrity\//, slots: openSlots({ atOnce: 2 }) },
    // A deletion locks all challenges that the member took part in: votes wait for one deletion, not for many.
    { path: /^\/profile\/account\/delete$/, slots: openSlots({ atOnce: 1 }) },
  ]
  return async (c, next) => {
    const path = routedPath(c.req.path)
    const slots = scarce.find((page) => page.path.test(path))?.slots
    if (!slots) return next()
    try {
      return await slots(next, c.req.raw.signal)
    } catch (error) {
      if (!(error instanceof Busy)) throw error
      return c.text('Too many requests at the moment. Please try again.\n', 503, { 'Retry-After': '5' })
    }
  }
}
