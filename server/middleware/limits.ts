import { finished } from 'node:stream/promises'
import type { MiddlewareHandler } from 'hono'
import { routedPath } from '#platform/http/routed-path.ts'
import { Busy, openSlots } from '#platform/slots.ts'
import type { Env } from '../app.ts'

const kilobyte = 1024
/** A form whose file is too large is read, so that its text can be shown again. */
const uploadBytes = 25 * 1024 * kilobyte
const formBytes = 64 * kilobyte
const uploads = [
  /^\/challenges\/[^/]+\/(submit|draft|submissions\/[^/]+\/edit)$/,
  /^\/profile\/edit$/,
  /^\/admin\/(challenges|series)\/(new|[^/]+\/edit)$/,
  /^\/admin\/settings$/,
]

/** Limits a form to 25 MB at the addresses that take an image, and to 64 KB everywhere else. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined)
    return c.text('A form needs a Content-Length.\n', 411, { Connection: 'close' })
  const length = Number(c.req.header('content-length') ?? 0)
  if (length <= mostBytes(c.req.path)) return next()
  return c.text('The form is too large.\n', 413, { 'Cache-Control': 'no-store', Connection: 'close' })
}

function mostBytes(pathname: string): number {
  const path = routedPath(pathname)
  return uploads.some((pattern) => pattern.test(path)) ? uploadBytes : formBytes
}

/**
 * Limits how many of the pages are made and sent at once that take seconds, many rows or many locks each. A file is read
 * from the database while it is sent.
 */
export function limitScarcePages(): MiddlewareHandler<Env> {
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
    // A response that is closed already tells nobody later.
    const sent = finished(c.env.outgoing).catch(() => undefined)
    try {
      const made = Promise.withResolvers<void>()
      const make = async () => {
        await next()
        made.resolve()
        await sent
      }
      slots(make, c.req.raw.signal).catch(made.reject)
      await made.promise
    } catch (error) {
      if (!(error instanceof Busy)) throw error
      return c.text('Too many requests at the moment. Please try again.\n', 503, { 'Retry-After': '5' })
    }
  }
}
