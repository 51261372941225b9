import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { House } from './house.ts'

/** What the written pages say about the dojo they belong to. */
export function houseOf(context: Readonly<RouterContextProvider>): House {
  const { config } = context.get(servicesContext)
  return {
    productName: config.productName,
    contactEmail: config.contactEmail ?? null,
    signInProvider: config.demo ? null : config.oidcProviderName,
  }
}
