import type { Browser, Page } from '@playwright/test'
import { demoAccounts } from '#db/demo/accounts.ts'

interface Viewer {
  name: string
  account?: string
}

const [, member, administrator] = demoAccounts

export const viewers: readonly Viewer[] = [
  { name: 'visitor' },
  { name: 'member', account: member?.name },
  { name: 'administrator', account: administrator?.name },
]

/** A page in a new browser context, signed in with the account, if any, and with the cookie choice made. */
export async function enter(browser: Browser, baseURL: string, { account }: Viewer): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  if (!account) return page
  await page.goto('/login')
  await page.getByRole('button', { name: 'Decline non-essential cookies' }).click()
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await page.getByRole('button', { name: account }).click()
  await page.locator('.user-trigger').waitFor()
  return page
}
