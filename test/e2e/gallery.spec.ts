import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { elementHydrated, hold } from './pages.ts'
import { expect, test } from './test.ts'

const players = ['https://www.youtube-nocookie.com/**', 'https://w.soundcloud.com/**']

test.beforeEach(async ({ page }) => {
  for (const player of players) {
    await page.route(player, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' }))
  }
})

test('a player opens in a dialog and is removed however the dialog is closed', async ({ page, db }) => {
  const { gallery } = await makeVideo(db)
  await page.goto(gallery)
  const play = page.getByRole('link', { name: 'Play Video' })
  const dialog = page.getByRole('dialog', { name: 'Rain on tin' })
  const frame = page.locator('iframe')
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
    async () => {
      await frame.click()
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
      await page.keyboard.press('Escape')
    },
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

test('a link without a player opens in a dialog that names it', async ({ page, db }) => {
  const author = await makeMember(db)
  const challenge = await makeChallenge(db, { kind: 'audio' })
  const link = 'https://example.org/song'
  const submission = await makeSubmission(db, author, challenge, { title: 'Rain', contentUrl: link })
  const original = page.getByRole('dialog').getByRole('link', { name: 'Open original audio in new tab' })
  const ways = [
    [`/challenges/${challenge}/submissions/${submission}`, 'Listen to Audio'],
    [`/profile/${author.id}/submissions`, 'Play Audio'],
  ] as const
  for (const [path, label] of ways) {
    await page.goto(path)
    await page.getByRole(label === 'Play Audio' ? 'link' : 'button', { name: label }).click()
    await expect(original).toHaveAttribute('href', link)
    await page.keyboard.press('Escape')
    await expect(original).toBeHidden()
  }
})

test('tool, order and view apply on change and appear in the address', async ({ page, db }) => {
  const { gallery } = await makeVideo(db)
  await page.goto(gallery)
  const tool = page.getByLabel('AI tool')
  await tool.focus()
  await tool.selectOption({ label: 'Veo' })
  await expect(page).toHaveURL(/tool=veo/)
  await expect(tool).toBeFocused()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/tool=veo.*view=list/)
  await expect(page.getByText('Tools:')).toBeVisible()
})

test('lists show skeletons while loading', async ({ page, db }) => {
  const { gallery } = await makeVideo(db)
  for (const [path, choice, status] of [
    [gallery, 'Oldest', 'Loading submissions'],
    ['/challenges/submissions', 'Oldest', 'Loading submissions'],
    ['/challenges/archive', 'Daily', 'Loading challenges'],
  ] as const) {
    await page.goto(path)
    const data = await hold(page, '**/*.data*', 'GET')
    await page.getByRole('link', { name: choice, exact: true }).click()
    await expect(page.getByText(status)).toBeAttached()
    data.release()
    await expect(page.getByText(status)).toHaveCount(0)
    await page.unroute('**/*.data*')
  }
})

test('an embedded player loads after a click, or at once after cookie consent', async ({ page, db }) => {
  const { submission } = await makeVideo(db)
  await page.goto(submission)
  const frame = page.locator('iframe')
  await expect(frame).toHaveCount(0)
  const link = page.getByRole('link', { name: /^Watch Video/ })
  await elementHydrated(link)
  await link.click()
  await expect(frame).toHaveCount(1)

  await page.goto('/cookies')
  await accept(page)
  await expect(page.getByText('You accepted non-essential cookies')).toBeVisible()
  await page.goto(submission)
  await expect(frame).toHaveCount(1)
  await expect(frame).not.toHaveAttribute('src', /autoplay=1/)
  await page.goto('/cookies')
  await page.getByRole('button', { name: 'Decline non-essential cookies' }).click()
  await expect(page.getByText('You declined non-essential cookies')).toBeVisible()
  await page.goto(submission)
  await expect(frame).toHaveCount(0)
})

async function accept(page: Page): Promise<void> {
  const banner = page.getByRole('region', { name: 'Cookies', exact: true })
  await banner.getByRole('button', { name: 'Accept non-essential cookies' }).click()
  await expect(banner).toHaveCount(0)
}

async function makeVideo(db: Database) {
  const author = await makeMember(db)
  const challenge = await makeChallenge(db, { kind: 'video' })
  const contentUrl = 'https://youtu.be/dQw4w9WgXcQ'
  const video = await makeSubmission(db, author, challenge, {
    title: 'Rain on tin',
    tools: ['Veo'],
    contentUrl,
  })
  return {
    gallery: `/profile/${author.id}/submissions`,
    submission: `/challenges/${challenge}/submissions/${video}`,
  }
}
