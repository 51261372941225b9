import { expect, type Page } from '@playwright/test'

/** Checks title and heading. */
export async function assertPage(
  page: Page,
  title: string | RegExp,
  heading: string | RegExp,
): Promise<void> {
  await expect(page).toHaveTitle(typeof title === 'string' ? `${title} | Creative Dojo` : title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

/** Follows a link of the main navigation, which is in a menu on narrow screens. */
export async function openPage(page: Page, label: string): Promise<void> {
  const menu = page.locator('summary').filter({ hasText: 'Menu' })
  const narrow = await menu.isVisible()
  if (narrow) await menu.click()
  const navigation = page.getByRole('navigation', { name: narrow ? 'Menu' : 'Main', exact: true })
  await navigation.getByRole('link', { name: label, exact: true }).click()
}
