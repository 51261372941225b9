import { data, type MiddlewareFunction } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { changesState, maintenanceRefusal, maintenanceRetrySeconds } from '#platform/maintenance.server.ts'

/** Refuses changes that the app's scripts send as data requests. The server answers all others before the app. */
export const refuseChangesInMaintenance: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  const maintenance = context.get(servicesContext).maintenance.current()
  const { pathname } = new URL(request.url)
  if (!maintenance || !changesState({ method: request.method, pathname })) return next()
  throw data(maintenanceRefusal(maintenance), {
    status: 503,
    headers: { 'Retry-After': String(maintenanceRetrySeconds) },
  })
}
