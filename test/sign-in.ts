import type { Browser, Page } from '#test/browser.ts'

/** Starts a sign-in and returns the account page of the demo provider. */
export function begin(origin: string, browser: Browser, redirect = '/'): Promise<Page> {
  return browser.submit(`${origin}/login/start`, { redirect })
}

/** Signs in with a demo account. */
export async function signInAs(
  origin: string,
  browser: Browser,
  account: string,
  redirect = '/',
): Promise<Page> {
  const accountPage = await begin(origin, browser, redirect)
  return browser.submit(accountPage.url, { account })
}

/** Signs in up to the callback and returns its URL without requesting it. */
export async function returning(origin: string, browser: Browser, account: string): Promise<URL> {
  const accountPage = await begin(origin, browser)
  return (await browser.submit(accountPage.url, { account }, '/auth/callback')).url
}

export async function whoami(origin: string, browser: Browser): Promise<unknown> {
  const { loaderData } = JSON.parse((await browser.visit(`${origin}/whoami`)).text)
  return Object.values(loaderData)[0]
}
