import type { MiddlewareHandler } from 'hono'
import type { Services } from '#app/context.ts'
import { maintenanceAnswer } from '#platform/http/outage-page.server.ts'
import { changesState, maintenanceRetrySeconds } from '#platform/maintenance.server.ts'
import { unavailableRequest } from './errors.ts'

/** Refuses changes during maintenance. Requests of the app's scripts are refused by the app, in their format. */
export function readOnlyInMaintenance({ config, maintenance }: Services): MiddlewareHandler {
  return async (c, next) => {
    const state = maintenance.current()
    const pathname = new URL(c.req.url).pathname
    if (!state || !changesState({ method: c.req.method, pathname })) return next()
    if (pathname.endsWith('.data')) {
      await next()
      c.res.headers.set('Retry-After', String(maintenanceRetrySeconds))
      return
    }
    const { body, ...init } = maintenanceAnswer(unavailableRequest(c, config), state)
    return new Response(c.req.method === 'HEAD' ? null : body, init)
  }
}
