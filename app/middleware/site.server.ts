import type { RouterContextProvider } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { themeIn } from '#platform/http/theme-cookie.ts'
import { maintenanceNotice } from '#platform/maintenance.server.ts'
import { readConsent } from './consent.server.ts'

export type Site = ReturnType<typeof loadSite>

/** What the header and footer of every page show. */
export function loadSite(request: Request, context: Readonly<RouterContextProvider>) {
  const { config, maintenance } = context.get(servicesContext)
  const readOnly = maintenance.current()
  return {
    viewer: context.get(viewerContext),
    theme: themeIn(request.headers.get('Cookie'), request.url) ?? ('system' as const),
    productName: config.productName,
    origin: config.publicUrl,
    consent: readConsent(request),
    maintenance: readOnly && maintenanceNotice(readOnly),
  }
}
