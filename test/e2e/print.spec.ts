import { makeChallenge } from '#test/builders.ts'
import { expect, test } from './test.ts'

test('on paper a page is light and without the frame of the site', async ({ page, db }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/challenges/${await makeChallenge(db, { title: 'Night market' })}`)
  await expect(page.getByRole('heading', { name: 'Night market' })).toBeVisible()
  for (const frame of [
    page.locator('header').first(),
    page.locator('footer'),
    page.getByRole('region', { name: 'Cookies' }),
  ])
    await expect(frame).toBeHidden()
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(ground).toBe('light')
})
