import type { Page } from '@playwright/test'
import type { Screen } from './crawl.ts'

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 740 } }

/** The whole screen in both themes, wide and narrow; file names begin with `stem`. */
export async function take(page: Page, { path, name }: Screen, stem: string): Promise<void> {
  await page.goto(path)
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await loaded(page)
      await page.screenshot({
        path: `${stem}-${name}-${size}-${colorScheme}.png`,
        fullPage: true,
        animations: 'disabled',
      })
    }
  }
}

function loaded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}
