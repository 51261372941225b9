import type { Locator } from '@playwright/test'
import { KINDS } from '#domain/challenges/rules.ts'
import { makeChallenge } from '#test/builders.ts'
import { drawing } from './images.ts'
import { fontsLoaded, isOnTop, phone } from './pages.ts'
import { signIn } from './sign-in.ts'
import { chooseImage } from './submissions.ts'
import { expect, test } from './test.ts'

test.use(phone)

for (const kind of KINDS)
  test(`on a phone the work of the kind ${kind} and the button are in the first view`, async ({
    page,
    db,
  }) => {
    const title = 'The last lantern before the storm comes in'
    await signIn(page, 'ann@example.org', `/challenges/${await makeChallenge(db, { kind, title })}/submit`)
    const first = page.locator('form :is(input:not([type="hidden"]), textarea)').first()
    // The field of a file is its whole panel.
    const panel = page.locator('label', { has: page.locator('[type="file"]') })
    const isFile = kind === 'image' || kind === 'code'
    await expect(first).toHaveAttribute(
      'name',
      isFile ? 'image' : kind === 'text' ? 'description' : 'contentUrl',
    )
    expect(await isOnTop(isFile ? panel : first)).toBe(true)
    expect(await isOnTop(page.getByRole('button', { name: 'Submit Entry' }))).toBe(true)
  })

test('the first refused field comes to the middle, and the button stays', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  await signIn(page, 'ann@example.org', `/challenges/${await makeChallenge(db)}/submit`)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await page.getByLabel('Description', { exact: true }).fill('Folded from one sheet.')
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  const tools = page.getByLabel('AI Tools Used')
  await expect(tools).toBeFocused()
  await expect.poll(() => middleOf(tools)).toBeCloseTo(844 / 2, -2)
  const summary = page.getByRole('main').getByRole('alert')
  await summary.getByRole('link', { name: /^Please confirm/ }).click()
  const terms = page.getByRole('checkbox', { name: 'I confirm this is my original work' })
  await expect(terms).toBeFocused()
  await expect.poll(() => isOnTop(terms)).toBe(true)
  expect(await isOnTop(page.getByRole('button', { name: 'Submit Entry' }))).toBe(true)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a refused form begins with links to its fields', async ({ page, db, faults }) => {
    faults.expect(/\b422\b/)
    await signIn(page, 'ann@example.org', `/challenges/${await makeChallenge(db)}/submit`)
    await page.getByRole('button', { name: 'Submit Entry' }).click()
    const summary = page.getByRole('main').getByRole('alert')
    await expect(summary).toBeInViewport()
    await summary.getByRole('link', { name: 'AI tools are required' }).click()
    await expect(page.getByLabel('AI Tools Used')).toBeInViewport()
  })
})

test('a chosen picture is shown whole, and can be changed', async ({ page, db }) => {
  await signIn(page, 'ann@example.org', `/challenges/${await makeChallenge(db)}/submit`)
  await expect(page.getByText('Choose a picture')).toBeVisible()
  await chooseImage(page, await drawing())
  const picture = page.getByAltText('What will be sent')
  await expect(page.getByText('Change', { exact: true })).toBeInViewport()
  const shown = await picture.evaluate((image: HTMLImageElement) => ({
    fit: getComputedStyle(image).objectFit,
    height: image.clientHeight,
    width: image.clientWidth,
  }))
  expect(shown).toMatchObject({ fit: 'contain', width: 390 })
  expect(shown.height).toBeLessThanOrEqual(400)
})

test('a link is shown as its player before it is sent', async ({ page, db }) => {
  const challenge = await makeChallenge(db, { kind: 'video' })
  await page.route('https://youtu.be/**', (route) => route.fulfill({ body: '' }))
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  const title = page.getByLabel('Title', { exact: true })
  const place = () => title.evaluate((field) => field.getBoundingClientRect().top + scrollY)
  await fontsLoaded(page)
  const before = await place()
  await page.getByLabel('Link to your video').fill('https://youtu.be/dQw4w9WgXcQ')
  await title.focus()
  await expect(page.getByText('Watch Video')).toBeVisible()
  expect(await place()).toBe(before)
})

/** The height of the middle of an element in the window. */
function middleOf(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const { top, height } = node.getBoundingClientRect()
    return top + height / 2
  })
}
