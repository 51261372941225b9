import type { Browser, Page } from '#test/browser.ts'

/** The first half of a sign-in: the demo provider's page of accounts. */
export function begin(origin: string, browser: Browser, redirect = '/'): Promise<Page> {
  return browser.submit(`${origin}/login/start`, { redirect })
}

/** A whole sign-in with a demo account. */
export async function signInAs(
  origin: string,
  browser: Browser,
  account: string,
  redirect = '/',
): Promise<Page> {
  const choice = await begin(origin, browser, redirect)
  return browser.submit(choice.url, { account })
}

/** The address that the provider sends the browser back to, not yet visited. */
export async function returning(origin: string, browser: Browser, account: string): Promise<URL> {
  const choice = await begin(origin, browser)
  return (await browser.submit(choice.url, { account }, '/auth/callback')).url
}

/** The viewer as the test site's `/whoami` sees them. */
export async function whoami(origin: string, browser: Browser): Promise<unknown> {
  const { loaderData } = JSON.parse((await browser.visit(`${origin}/whoami`)).text)
  return Object.values(loaderData)[0]
}
