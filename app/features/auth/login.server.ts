import { type RouterContextProvider, redirect } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { safePath } from '#platform/http/return-to.ts'

const timeoutMs = 500

export interface LoginPageData {
  providerName: string
  returnTo: string
  /** The demo accounts; empty outside the demo. */
  demoLogins: readonly { name: string; note: string }[]
}

/** The login page for visitors. Throws a redirect to the return path for members. */
export async function showLogin(url: URL, context: Readonly<RouterContextProvider>): Promise<LoginPageData> {
  const returnTo = safePath(url.searchParams.get('redirect'))
  if (context.get(viewerContext)) throw redirect(returnTo)
  // The content security policy needs the provider's address as a form target.
  await context.get(servicesContext).identity.prepare(timeoutMs)
  return loginPage(context, returnTo)
}

export function loginPage(context: Readonly<RouterContextProvider>, returnTo: string): LoginPageData {
  const { config, demoAccounts } = context.get(servicesContext)
  return {
    providerName: config.demo ? 'a demo account' : config.oidcProviderName,
    returnTo,
    demoLogins: config.demo ? demoAccounts.map(({ name, note }) => ({ name, note })) : [],
  }
}
