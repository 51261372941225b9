import { data, type MiddlewareFunction } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { changesState, maintenanceRetrySeconds } from '#platform/maintenance.server.ts'

/** Refuses changes that the app's scripts send. Those of a browser by itself get a page before the app is asked. */
export const refuseChangesInMaintenance: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  const maintenance = context.get(servicesContext).maintenance.current()
  const { pathname } = new URL(request.url)
  if (!maintenance || !changesState({ method: request.method, pathname })) return next()
  throw data(
    { maintenance: maintenance.message },
    { status: 503, headers: { 'Retry-After': String(maintenanceRetrySeconds) } },
  )
}
