import type { Page } from '@playwright/test'

/** Waits until the page's scripts have taken it over, for what only they can do. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = document.querySelector('[role="status"].toast-region')
    return last && Object.keys(last).some((key) => key.startsWith('__reactProps'))
  })
}
