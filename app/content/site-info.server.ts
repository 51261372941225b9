import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'

/** What the written pages say about the installation. */
interface SiteInfo {
  productName: string
  /** null until the organisers have set one. */
  contactEmail: string | null
  /** null in a demo, which runs an identity provider of its own. */
  signInProvider: string | null
}

export function siteInfo(context: Readonly<RouterContextProvider>): SiteInfo {
  const { config } = context.get(servicesContext)
  return {
    productName: config.productName,
    contactEmail: config.contactEmail ?? null,
    signInProvider: config.demo ? null : config.oidcProviderName,
  }
}
