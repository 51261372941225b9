import type { MiddlewareHandler } from 'hono'
import { demoHost } from '#platform/http/security.server.ts'

/** Redirects other names of this machine to the demo's own, and refuses foreign ones. */
export function demoHostOnly(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const place = demoHost(c.req.header('host'), pathname + search, publicUrl)
    if (place.is === 'unknown') return c.text(`This demo is available at ${publicUrl} only.\n`, 421)
    if (place.is === 'elsewhere' && c.req.method === 'GET') return c.redirect(place.address, 307)
    return next()
  }
}
