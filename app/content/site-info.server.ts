import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'

interface SiteInfo {
  productName: string
  contactEmail: string
  /** null in a demo, which has its own identity provider. */
  signInProvider: string | null
}

export function siteInfo(context: Readonly<RouterContextProvider>): SiteInfo {
  const { config, settings } = context.get(servicesContext)
  const { productName, contactEmail } = settings.current()
  return {
    productName,
    contactEmail,
    signInProvider: config.demo ? null : config.oidcProviderName,
  }
}
