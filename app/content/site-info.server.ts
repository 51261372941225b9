import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'

interface SiteInfo {
  productName: string
  contactEmail: string
  /** null in a demo, which has its own identity provider. */
  signInProvider: string | null
}

export function siteInfo(context: Readonly<RouterContextProvider>): SiteInfo {
  const { config } = context.get(servicesContext)
  return {
    productName: config.productName,
    contactEmail: config.contactEmail,
    signInProvider: config.demo ? null : config.oidcProviderName,
  }
}
