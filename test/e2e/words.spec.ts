import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeMember } from '#test/builders.ts'
import { phone } from './pages.ts'
import { screensFor } from './screens.ts'
import { seedFixtures } from './seed-fixtures.ts'
import { memberOf, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

const mostWords = 350

/** Legal texts, the guide and the tools. */
const longTexts = ['/privacy-policy', '/terms', '/cookies', '/resources/kdp-publishing-guide', '/tools']

const lists = [
  '/challenges',
  '/challenges/all',
  '/challenges/archive',
  '/challenges/submissions',
  '/challenges/voting',
  '/leaderboard',
  '/resources',
  '/search',
  '/tools',
]

test.use(phone)
test.slow()

for (const role of ['visitor', 'member'] as const) {
  test(`no page of a ${role} has more words than fit on a phone`, async ({ page, site, visitor, faults }) => {
    faults.expect(/\b40[034]\b/)
    const member = role === 'member' ? page : await visitor()
    await signIn(member, 'ann@example.org')
    const users = {
      owner: await memberOf(site.db, 'ann@example.org'),
      admin: await makeMember(site.db, { isAdmin: true }),
    }
    const routes = Object.entries(screensFor(await seedFixtures(site, users)))
    const screens = routes.flatMap(([route, ofRoute]) => (longTexts.includes(route) ? [] : ofRoute))
    const ofMembers = await textsOfMembers(site.db)
    for (const { path, as } of screens) {
      if (as.find((one) => one !== 'admin') !== role) continue
      await page.goto(path)
      const words = await wordsOf(page, ofMembers)
      expect.soft(words.length, `${path}: ${words.join(' ')}`).toBeLessThanOrEqual(mostWords)
      expect.soft(words.length, path).toBeGreaterThan(2)
    }
  })
}

test('lists begin under a low head, and the tools are rows', async ({ page }) => {
  for (const path of lists) {
    await page.goto(path)
    const head = await page.locator('main header').first().boundingBox()
    expect.soft(head?.height, path).toBeLessThanOrEqual(160)
  }
  await page.goto('/tools')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(6_000)
  const advice = page.locator('#visual-artistry').getByText(/Ask for the light before/)
  await expect(advice).toBeHidden()
  await page.locator('#visual-artistry').getByText('Sensei Aya’s advice').first().click()
  await expect(advice).toBeVisible()
})

/** What members wrote, the longest first: one text may contain another. */
async function textsOfMembers(db: Database): Promise<string[]> {
  const rows = await db.rows<{ text: string }>(sql`
    select title as text from challenges union select description from challenges
    union select title from submissions union select description from submissions
    union select display_name from users union select bio from users union select text from comments`)
  const lines = rows.flatMap(({ text }) => text?.split('\n') ?? []).filter((line) => line.trim())
  return lines.sort((one, other) => other.length - one.length)
}

/** The words in sight in `main`, without those of members. */
async function wordsOf(page: Page, ofMembers: readonly string[]): Promise<string[]> {
  let text = await page.evaluate(() => {
    const main = document.querySelector('main')
    const hidden = '.sr-only, details:not([open]) > :not(summary)'
    for (const element of main?.querySelectorAll<HTMLElement>(hidden) ?? []) element.style.display = 'none'
    return main?.innerText ?? ''
  })
  for (const own of ofMembers) text = text.replaceAll(own, ' ')
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
}
