import { expect, type Locator, type Page } from '@playwright/test'

/** Options of a test that runs on a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page, timeout = 15_000): Promise<void> {
  const isHydrated = () => {
    const last = document.querySelector('[data-toasts]')
    return last && Object.keys(last).some((key) => key.startsWith('__reactProps'))
  }
  await page.waitForFunction(isHydrated, undefined, { timeout })
}

/** Waits until React has hydrated an element whose component is loaded later than the page. */
export async function elementHydrated(element: Locator): Promise<void> {
  const isHydrated = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isHydrated).toBe(true)
}

/** The message that the page shows after an action. */
export function toast(page: Page): Locator {
  return page.locator('[data-toasts]')
}

/** Delays the next request to an address until it is released or aborted. */
export async function hold(page: Page, address: string, method = 'POST') {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  const arrival = Promise.withResolvers<void>()
  let isHeld = false
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return route.continue()
    isHeld = true
    arrival.resolve()
    await ((await promise) === 'abort' ? route.abort() : route.continue())
  })
  return { held: arrival.promise, release: () => resolve('continue'), abort: () => resolve('abort') }
}

/** Waits until the page has loaded the two scripts of a route with an action. */
export async function actionLoaded(page: Page, file: string): Promise<void> {
  await page.waitForFunction((name) => {
    const loaded = performance.getEntriesByType('resource')
    return loaded.filter((entry) => entry.name.includes(`/assets/${name}-`)).length === 2
  }, file)
  // The scripts that it imports.
  await page.waitForLoadState('networkidle')
}
