import type { Locator, Page } from '@playwright/test'
import { makeMember } from '#test/builders.ts'
import { assertPage, openPage } from './assert-page.ts'
import { imageViewerLoaded, phone } from './pages.ts'
import { seedFixtures } from './seed-fixtures.ts'
import { expect, test } from './test.ts'

const displays = [
  {
    name: 'at 1280 pixels, without JavaScript',
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 900 },
  },
  { name: 'on a phone', javaScriptEnabled: true, ...phone },
]

for (const { name, ...options } of displays) {
  test.describe(name, () => {
    test.use({
      ...options,
      permissions: ['clipboard-read', 'clipboard-write'],
      contextOptions: { reducedMotion: 'no-preference' },
    })

    test('a visitor opens all public pages', async ({ page, site, faults, javaScriptEnabled }) => {
      faults.expect(/404.*\/no-such-path/)
      const [owner, admin] = [await makeMember(site.db), await makeMember(site.db, { isAdmin: true })]
      const { stranger } = await seedFixtures(site, { owner, admin })
      await page.goto('/')
      await assertPage(page, 'Timed creative challenges', /.+/)
      await chooseCookies(page)
      await browseChallenges(page, javaScriptEnabled)
      await openSubmission(page)
      await (javaScriptEnabled ? checkDialogAndCopyLink(page) : checkImageLink(page))
      await openAuthor(page, stranger)
      await browseLeaderboard(page)
      await browseOtherPages(page)
      const notFound = await page.goto('/no-such-path')
      expect(notFound?.status()).toBe(404)
      await assertPage(page, 'Page not found', 'Page not found')
      await page.getByRole('link', { name: 'Return to Home' }).click()
      await expect(page).toHaveURL('/')
    })
  })
}

async function chooseCookies(page: Page): Promise<void> {
  const banner = page.getByRole('region', { name: 'Cookies', exact: true })
  await banner.getByRole('link', { name: 'cookies' }).click()
  await assertPage(page, 'Cookie Policy', 'Cookie Policy')
  await banner.getByRole('button', { name: 'Decline non-essential cookies' }).click()
  await expect(page.getByText('You declined non-essential cookies')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept non-essential cookies' }).click()
  await expect(page.getByText('You accepted non-essential cookies')).toBeVisible()
}

async function browseChallenges(page: Page, hasScripts: boolean): Promise<void> {
  await openPage(page, 'Challenges')
  await assertPage(page, 'Challenges', 'Challenges')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Audio', exact: true }).click()
  await expect(page).toHaveURL('/challenges?kind=audio')
  await expect(main.getByRole('heading', { name: 'A song for the ferry' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Paper lanterns' })).toHaveCount(0)
  await main.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/challenges')

  const completed = page.getByRole('region', { name: 'Completed Challenges' })
  await expect(completed.getByRole('article')).toHaveCount(9)
  await completed.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/challenges?page=2#completed-challenges')
  await expect(completed.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await assertPage(page, 'Challenges', 'Challenges')

  // The fourth of its section, which shows three.
  const weekly = page.getByRole('region', { name: 'Weekly Challenges' })
  await weekly.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL('/challenges/all?status=upcoming-active-voting&type=weekly')
  await main.getByRole('link', { name: 'Paper lanterns', exact: true }).click()
  await assertPage(page, 'Paper lanterns', 'Paper lanterns')
  await expect(main.getByRole('link', { name: 'Sign In to Submit' })).toBeVisible()
  await main.getByRole('link', { name: /^View all/ }).click()
  await assertPage(page, 'Submissions to Paper lanterns', /Paper lanterns/)
  const cards = page.locator('#submissions article')
  // Scripts load the others by themselves when the end comes near.
  if (hasScripts) await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  else await page.getByRole('link', { name: 'Show More Submissions' }).click()
  await expect(cards).toHaveCount(8)
  await page.getByRole('link', { name: 'Show Less' }).click()
  await expect(cards).toHaveCount(6)
}

async function openSubmission(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Show More Submissions' }).click()
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
  await assertPage(page, /^Paper lanterns by night by Lanternkeeper\S+ \| Creative Dojo$/, title)
  const address = encodeURIComponent(page.url())
  await page.locator('summary', { hasText: 'Share' }).click()
  for (const [network, shareUrl] of Object.entries(networks)) {
    const link = page.getByRole('link', { name: `Share on ${network}` })
    expect(await link.getAttribute('href')).toContain(shareUrl)
    expect(await link.getAttribute('href')).toContain(address)
  }
}

const title = 'Paper lanterns by night'
const networks = { X: 'https://x.com/', Facebook: 'https://www.facebook.com/' }

async function checkDialogAndCopyLink(page: Page): Promise<void> {
  const expand = page.getByRole('link', { name: 'View full image' })
  const dialog = page.getByRole('dialog', { name: `Full image: ${title}` })
  await imageViewerLoaded(page)
  await expand.focus()
  await expand.press('Enter')
  await expect(dialog).toBeVisible()
  await checkZoom(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(expand).toBeFocused()

  await page.locator('summary', { hasText: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByRole('status').getByText('Link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
}

async function checkZoom(page: Page, dialog: Locator): Promise<void> {
  const image = dialog.getByRole('img')
  const width = async () => (await image.boundingBox())?.width ?? 0
  const left = async () => (await image.boundingBox())?.x ?? 0
  // It loads when the dialog opens, and has another size before.
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)
  const fitting = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBe(fitting * 2)
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBe(fitting * 4)
  const middle = await left()
  await page.mouse.move(300, 400)
  await page.mouse.down()
  await page.mouse.move(200, 400)
  await page.mouse.up()
  await expect.poll(left).toBe(middle - 100)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(left).toBe(middle - 20)
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect.poll(width).toBe(fitting)
  await image.dblclick()
  await expect.poll(width).toBeCloseTo(fitting * 2.5, 1)
  await image.dblclick()
  await expect.poll(width).toBe(fitting)
  await expect(dialog).toBeVisible()
}

async function checkImageLink(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeHidden()
  const url = await page.getByRole('link', { name: 'View full image' }).getAttribute('href')
  const image = await page.request.get(url ?? '')
  expect(image.headers()['content-type']).toBe('image/webp')
}

async function openAuthor(page: Page, author: string): Promise<void> {
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(`/profile/${author}`)
  await assertPage(page, /^Lanternkeeper\S+ \| Creative Dojo$/, /Lanternkeeper/)
  await page.getByRole('main').getByRole('link', { name: 'View All', exact: true }).click()
  await expect(page).toHaveURL(`/profile/${author}/submissions`)
  await assertPage(page, /^Submissions by Lanternkeeper\S+ \| Creative Dojo$/, /Lanternkeeper/)
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible()
}

async function browseLeaderboard(page: Page): Promise<void> {
  await openPage(page, 'Leaderboard')
  await assertPage(page, 'Leaderboard', 'Leaderboard')
  const rows = page.getByRole('region', { name: 'Top Ninjas' }).getByRole('row')
  await expect(rows).toHaveCount(6)
  await page.getByRole('link', { name: 'Show top 20' }).click()
  await expect(rows).toHaveCount(10)
  await page.getByRole('link', { name: 'Show top 5' }).click()
  await expect(rows).toHaveCount(6)
  await page.goto('/community')
  await page.getByRole('link', { name: 'How ranks work' }).click()
  await expect(page).toHaveURL('/leaderboard#ranking-system')
  await expect(page.locator('#ranking-system-heading')).toBeInViewport()
}

async function browseOtherPages(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await openPage(page, 'Showcase')
  await assertPage(page, 'Showcase', 'Showcase')
  await main.getByRole('link', { name: 'Image', exact: true }).click()
  await expect(page).toHaveURL(/\/showcase\?kind=image/)
  await expect(main.getByRole('heading', { level: 2, name: 'Image Winners' })).toBeVisible()
  await expect(page.locator('#winners article')).toHaveCount(1)

  await openPage(page, 'Tools')
  await assertPage(page, 'AI Creative Tools', 'AI Creative Tools')
  await openPage(page, 'Resources')
  await assertPage(page, 'Resources', 'Resources')
  await main.getByRole('link', { name: 'KDP Publishing Guide' }).click()
  await assertPage(page, 'KDP Publishing Guide', 'KDP Publishing Guide')
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Set the Price' })
    .click()
  await expect(main.getByRole('heading', { name: 'Set the Price' })).toBeInViewport()

  await openPage(page, 'Challenges')
  await main.getByRole('link', { name: 'Browse the archive' }).first().click()
  await assertPage(page, 'Challenge Archive', 'Challenge Archive')
  // Folded on a phone.
  const filters = main.locator('summary').filter({ hasText: 'Filters' })
  if (await filters.isVisible()) await filters.click()
  await main.getByRole('link', { name: 'Daily', exact: true }).click()
  await expect(page).toHaveURL(/type=daily/)
  await openPage(page, 'Vote')
  await assertPage(page, 'Vote On Challenges', 'Vote On Challenges')
  await main.getByRole('link', { name: 'Sign In to Vote' }).click()
  await expect(page).toHaveURL(/\/submissions\?mode=voting$/)
  await main.getByRole('link', { name: 'Sign in to Vote' }).first().click()
  await assertPage(page, 'Sign In', 'Step into the dojo')
}
