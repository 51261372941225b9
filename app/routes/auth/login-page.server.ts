import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'

export interface LoginPage {
  /** What follows 'Sign in with' on the button. */
  providerName: string
  returnTo: string
  /** The logins to choose from, in the demo only. */
  demoLogins: readonly { name: string; note: string }[]
}

/** What the login page shows; `returnTo` is a path of this site. */
export function loginPage(context: Readonly<RouterContextProvider>, returnTo: string): LoginPage {
  const { config, demoAccounts } = context.get(servicesContext)
  return {
    providerName: config.demo ? 'a demo account' : config.oidcProviderName,
    returnTo,
    demoLogins: config.demo ? demoAccounts.map(({ name, note }) => ({ name, note })) : [],
  }
}
