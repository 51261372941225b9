import type { ErrorHandler, MiddlewareHandler } from 'hono'
import type { Services } from '#app/context.ts'
import { isOutage } from '#platform/database/outage.ts'
import { isFileStoreError } from '#platform/files/file-store.ts'
import { maintenanceResponse, outageResponse } from '#platform/http/outage-page.server.ts'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import { changesState, maintenanceRetrySeconds } from '#platform/maintenance.server.ts'

/** Refuses changes during maintenance. Requests of the app's scripts are refused by the app, in their format. */
export function readOnlyInMaintenance({ config, settings, maintenance }: Services): MiddlewareHandler {
  return async (c, next) => {
    const state = maintenance.current()
    const pathname = new URL(c.req.url).pathname
    if (!state || !changesState({ method: c.req.method, pathname })) return next()
    if (pathname.endsWith('.data')) {
      await next()
      c.res.headers.set('Retry-After', String(maintenanceRetrySeconds))
      return
    }
    return maintenanceResponse(c.req.raw, { ...config, ...settings.current() }, state)
  }
}

/** The response to an error that nothing else has answered. It shows no details. */
export function errorResponse({
  log,
  config,
  settings,
}: Pick<Services, 'log' | 'config' | 'settings'>): ErrorHandler {
  return (error, c) => {
    const outage = isOutage(error) || isFileStoreError(error)
    const what = outage ? 'the database or the file store does not answer' : 'request failed'
    log.error({ err: error, path: c.req.path }, what)
    const reference = `Reference: ${currentRequestId() ?? ''}`
    if (!outage) return c.text(`Something went wrong. Please try again.\n${reference}\n`, 500)
    return outageResponse(c.req.raw, { ...config, ...settings.current() })
  }
}
