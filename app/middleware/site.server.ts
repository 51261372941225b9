import type { RouterContextProvider } from 'react-router'
import { servicesContext, unreadContext, viewerContext } from '#app/context.ts'
import { type Consent, consentCookie, parseConsent, themeIn } from '#platform/http/choice-cookies.ts'
import { maintenanceNotice } from '#platform/maintenance.server.ts'

export type Site = ReturnType<typeof loadSite>

export function loadSite(request: Request, context: Readonly<RouterContextProvider>) {
  const { config, settings, maintenance } = context.get(servicesContext)
  const readOnly = maintenance.current()
  const { productName, tagline, socialLinks, accent, logo, dates } = settings.current()
  return {
    viewer: context.get(viewerContext),
    unread: context.get(unreadContext),
    theme: themeIn(request.headers.get('Cookie'), request.url) ?? ('system' as const),
    productName,
    tagline,
    socialLinks,
    accent,
    logo,
    dates,
    origin: config.publicUrl,
    consent: readConsent(request),
    maintenance: readOnly && maintenanceNotice(readOnly),
  }
}

export function readConsent(request: Request): Consent | null {
  return parseConsent(consentCookie.read(request))
}
