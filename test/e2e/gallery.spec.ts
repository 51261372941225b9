import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeEntry, makeMember } from '#test/builders.ts'
import { alive } from './pages.ts'
import { expect, test } from './test.ts'

const players = ['https://www.youtube-nocookie.com/**', 'https://w.soundcloud.com/**']

test.beforeEach(async ({ page }) => {
  for (const player of players) {
    await page.route(player, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' }))
  }
})

test('a player opens over the gallery, and each way of closing ends its sound', async ({ page, db }) => {
  const { gallery } = await aFilm(db)
  await page.goto(gallery)
  await alive(page)
  const play = page.getByRole('link', { name: 'Play Video' })
  const dialog = page.getByRole('dialog', { name: 'Rain on tin' })
  const frame = page.locator('iframe')
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]
  for (const close of ways) {
    await play.click()
    await expect(dialog).toBeVisible()
    await expect(frame).toHaveAttribute('src', /autoplay=1/)
    await close()
    await expect(dialog).toBeHidden()
    await expect(frame).toHaveCount(0)
    await expect(play).toBeFocused()
  }
})

test('a choice of tool, order and view takes effect at once and stands in the address', async ({
  page,
  db,
}) => {
  const { gallery } = await aFilm(db)
  await page.goto(gallery)
  await alive(page)
  await page.getByLabel('AI tool').selectOption('Veo')
  await expect(page).toHaveURL(/tool=veo/)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/tool=veo.*view=list/)
  await expect(page.getByText('Tools:')).toBeVisible()
})

test('outlines stand for a list that takes its time', async ({ page, db }) => {
  const { gallery } = await aFilm(db)
  for (const [path, choice, said] of [
    [gallery, 'Oldest', 'Loading submissions'],
    ['/challenges/submissions', 'Oldest', 'Loading submissions'],
    ['/challenges/archive', 'Daily', 'Loading challenges'],
  ] as const) {
    await page.goto(path)
    await alive(page)
    const arrived = Promise.withResolvers<void>()
    await page.route('**/*.data*', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.getByRole('link', { name: choice, exact: true }).click()
    await expect(page.getByText(said)).toBeAttached()
    arrived.resolve()
    await expect(page.getByText(said)).toHaveCount(0)
    await page.unroute('**/*.data*')
  }
})

test('a player of another site waits for a click, until the visitor accepts its cookies', async ({
  page,
  db,
}) => {
  const { entry } = await aFilm(db)
  await page.goto(entry)
  await alive(page)
  const frame = page.locator('iframe')
  await expect(frame).toHaveCount(0)
  await page.getByRole('link', { name: /^Play video/ }).click()
  await expect(frame).toHaveCount(1)

  await page.goto('/cookies')
  await accept(page)
  await expect(page.getByText('You accepted non-essential cookies')).toBeVisible()
  await page.goto(entry)
  await expect(frame).toHaveCount(1)
  await expect(frame).not.toHaveAttribute('src', /autoplay=1/)
  await page.goto('/cookies')
  await page.getByRole('button', { name: 'Decline non-essential cookies' }).click()
  await expect(page.getByText('You declined non-essential cookies')).toBeVisible()
  await page.goto(entry)
  await expect(frame).toHaveCount(0)
})

async function accept(page: Page): Promise<void> {
  const banner = page.getByRole('region', { name: 'Cookies', exact: true })
  await banner.getByRole('button', { name: 'Accept non-essential cookies' }).click()
  await expect(banner).toHaveCount(0)
}

async function aFilm(db: Database) {
  const maker = await makeMember(db)
  const challenge = await makeChallenge(db, { kind: 'video' })
  const contentUrl = 'https://youtu.be/dQw4w9WgXcQ'
  const film = await makeEntry(db, maker, challenge, { title: 'Rain on tin', tools: ['Veo'], contentUrl })
  return {
    gallery: `/profile/${maker.id}/submissions`,
    entry: `/challenges/${challenge}/submissions/${film}`,
  }
}
