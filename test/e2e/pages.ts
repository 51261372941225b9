import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** Options of a test that runs on a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Waits until React has hydrated the page and has run its effects, such as those that listen to keys. */
export async function hydrated(page: Page, timeout = 30_000): Promise<void> {
  const isHydrated = () => {
    const last = document.querySelector('[data-toasts]')
    if (!last || !Object.keys(last).some((key) => key.startsWith('__reactProps'))) return false
    // React sets these properties before the commit, and runs effects in a task after it.
    const [, fiber] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$')) ?? []
    if (fiber?.stateNode.current.memoizedState.isDehydrated !== false) return false
    const state = window as { effectsRun?: boolean }
    if (state.effectsRun === undefined) {
      state.effectsRun = false
      const { port1, port2 } = new MessageChannel()
      let tasks = 3
      port1.onmessage = () => {
        if (--tasks === 0) state.effectsRun = true
        else port2.postMessage('')
      }
      port2.postMessage('')
    }
    return state.effectsRun
  }
  await page.waitForFunction(isHydrated, undefined, { timeout })
}

/** Opens a page in another tab of the same browser, with its scripts running. */
export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  await hydrated(tab)
  return tab
}

/** Waits until the scripts of an opened page run, unless they never do. */
export async function scriptsRun(page: Page): Promise<void> {
  const hasScripts = await page
    .evaluate(
      () => document.querySelector('[data-toasts]') !== null && !matchMedia('(scripting: none)').matches,
    )
    .catch(() => false)
  if (!hasScripts) return
  await hydrated(page)
    .then(() => formsHydrated(page, 4_000))
    .catch(() => undefined)
}

/** Waits until React has hydrated the fields of the page, and its frame: it hydrates one part after another. */
export async function formsHydrated(page: Page, timeout = 30_000): Promise<void> {
  const areHydrated = () =>
    [...document.querySelectorAll('main :is(input, select, textarea), footer')].every((field) =>
      Object.keys(field).some((key) => key.startsWith('__reactProps')),
    )
  await page.waitForFunction(areHydrated, undefined, { timeout })
}

/** Waits until React has hydrated every part of the page, also those that load after it. */
export async function partsHydrated(page: Page): Promise<void> {
  const areHydrated = () =>
    [...document.querySelectorAll('body > div *')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    )
  await page.waitForFunction(areHydrated)
}

/** Waits until React has hydrated an element whose component is loaded later than the page. */
export async function elementHydrated(element: Locator): Promise<void> {
  const isHydrated = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isHydrated).toBe(true)
}

/** Waits until a click on the image of a submission opens it in the page. */
export async function imageViewerLoaded(page: Page): Promise<void> {
  await elementHydrated(page.locator('dialog[aria-label^="Full image"]'))
}

/** The message that the page shows after an action. */
export function toast(page: Page): Locator {
  return page.locator('[data-toasts]')
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible()
}

/** Delays the next request to an address until it is released or aborted. */
export async function hold(page: Page, address: string | RegExp, method = 'POST') {
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

/** Keeps the page's scripts back, as on a slow connection, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}

/** Keeps the script with this text back, as on a slow connection, until the returned function is called. */
export async function holdScript(page: Page, text: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    const response = await route.fetch()
    const isHeld = (await response.text()).includes(text)
    if (isHeld) await released.promise
    await route.fulfill({ response })
    if (isHeld) sent.resolve()
  })
  return () => {
    released.resolve()
    return sent.promise
  }
}

/** Whether the middle of an element is in the window and covered by nothing. */
export function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && node.contains(found)
  })
}

/** Text has another size in the font of the system. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The first layout asks for them.
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
}
