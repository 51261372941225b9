import { type RouterContextProvider, redirect } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { safePath } from '#platform/http/return-to.ts'

const timeoutMs = 500

export interface LoginPageData {
  /** What follows 'Sign in with' on the button. */
  providerName: string
  returnTo: string
  /** The logins to choose from, in the demo only. */
  demoLogins: readonly { name: string; note: string }[]
}

/** The page for a visitor; whoever is signed in already goes on to the redirect target. */
export async function showLogin(url: URL, context: Readonly<RouterContextProvider>): Promise<LoginPageData> {
  const returnTo = safePath(url.searchParams.get('redirect'))
  if (context.get(viewerContext)) throw redirect(returnTo)
  // The page's security policy has to name where its form may lead, which the provider tells.
  await context.get(servicesContext).identity.prepare(timeoutMs)
  return loginPage(context, returnTo)
}

/** What the login page shows; `returnTo` is a path of this site. */
export function loginPage(context: Readonly<RouterContextProvider>, returnTo: string): LoginPageData {
  const { config, demoAccounts } = context.get(servicesContext)
  return {
    providerName: config.demo ? 'a demo account' : config.oidcProviderName,
    returnTo,
    demoLogins: config.demo ? demoAccounts.map(({ name, note }) => ({ name, note })) : [],
  }
}
