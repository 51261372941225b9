import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeEntry, makeMembers } from '#test/builders.ts'
import { alive } from './pages.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('more submissions unfold under the eye, six at a time, and fold again', async ({ page, db }) => {
  await page.goto(await aGallery(db, 14))
  await alive(page)
  const button = page.getByRole('link', { name: /^Show (More Submissions|Less)$/ })
  const cards = page.locator('#submissions article')
  await expect(cards).toHaveCount(6)
  for (const shown of [12, 14]) {
    await button.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    await expect(button).toHaveText('Show More Submissions')
    await button.click()
    await expect(cards).toHaveCount(shown)
    await expect(button).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(place)
  }
  await expect(button).toHaveText('Show Less')
  await button.click()
  await expect(cards).toHaveCount(6)
  await expect(button).toBeFocused()
  await expect(cards.first()).toBeInViewport()
})

test('without scripts they are links, each to the first of the new ones', async ({
  db,
  visitor,
  baseURL,
}) => {
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto(baseURL + (await aGallery(db, 8)))
  await page.getByRole('link', { name: 'Show More Submissions' }).click()
  await expect(page).toHaveURL(/\?shown=12#entry-7$/)
  await expect(page.locator('#submissions article')).toHaveCount(8)
  await expect(page.locator('#entry-7')).toBeInViewport()
  await page.getByRole('link', { name: 'Show Less' }).click()
  await expect(page).toHaveURL(/\/submissions#submissions$/)
  await expect(page.locator('#submissions article')).toHaveCount(6)
})

test('outlines stand for what takes its time', async ({ page, db }) => {
  const gallery = await aGallery(db, 8)
  await makeChallenge(db, { title: 'Rain', kind: 'video' })
  const release = await heldUp(page)
  await page.goto(gallery)
  await alive(page)
  await page.getByRole('link', { name: 'Show More Submissions' }).click()
  await expect(page.getByText('Loading more submissions')).toBeAttached()
  await expect(page.locator('#submissions article')).toHaveCount(6)
  release()
  await expect(page.locator('#submissions article')).toHaveCount(8)
  await expect(page.getByText('Loading more submissions')).toHaveCount(0)

  await page.goto('/challenges')
  await alive(page)
  const again = await heldUp(page)
  await page.getByRole('link', { name: 'Video', exact: true }).click()
  await expect(page.getByText('Loading challenges').first()).toBeAttached()
  again()
  await expect(page.getByText('Loading challenges')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Rain' })).toBeVisible()
})

test('players stand 315 and 166 high, before and after the click', async ({ page, db }) => {
  await page.route(/vimeo|soundcloud/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' }),
  )
  const [maker] = await makeMembers(db, 1)
  if (!maker) return
  const links = [
    ['video', 'https://vimeo.com/1084537', 315],
    ['audio', 'https://soundcloud.com/forss/flickermood', 166],
  ] as const
  for (const [kind, contentUrl, height] of links) {
    const challenge = await makeChallenge(db, { kind })
    const entry = await makeEntry(db, maker, challenge, { contentUrl })
    await page.goto(`/challenges/${challenge}/submissions/${entry}`)
    await alive(page)
    const player = page.locator('.player')
    expect((await player.boundingBox())?.height).toBe(height)
    await player.click()
    await expect(page.locator('iframe.player')).toBeFocused()
    expect((await player.boundingBox())?.height).toBe(height)
  }
})

async function aGallery(db: Database, entries: number): Promise<string> {
  const challenge = await makeChallenge(db)
  for (const [place, member] of (await makeMembers(db, entries)).entries()) {
    await makeEntry(db, member, challenge, { title: `Work ${place + 1}` })
  }
  return `/challenges/${challenge}/submissions`
}

/** Lets no page's data through until it is told to. */
async function heldUp(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.unroute('**/*.data*')
  await page.route('**/*.data*', async (route) => {
    await released
    await route.continue()
  })
  return release
}
