import type { Page } from '@playwright/test'

/** Options of a test that runs on a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = document.querySelector('[data-toasts]')
    return last && Object.keys(last).some((key) => key.startsWith('__reactProps'))
  })
}
