import type { Route } from '@playwright/test'
import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { badFiles, drawing } from './images.ts'
import { phone } from './pages.ts'
import { signIn } from './sign-in.ts'
import { chooseImage, openSubmissionForm } from './submissions.ts'
import { expect, test } from './test.ts'

test('a draft with an image is begun on a phone, submitted on a laptop', async ({
  page: laptop,
  db,
  visitor,
}) => {
  const challenge = await makeChallenge(db, { title: 'Paper bridges' })
  const path = `/challenges/${challenge}/submit`
  const mobile = await visitor(phone)
  await signIn(mobile, 'ann@example.org', path)
  await mobile.getByLabel('Title', { exact: true }).fill('A red bridge')
  await expect(mobile.getByText('Draft saved, only you see it')).toBeVisible()
  const saved = mobile.waitForResponse('**/draft')
  await chooseImage(mobile, await drawing())
  expect((await saved).status()).toBe(201)
  await expect(mobile.getByText('Draft saved, only you see it')).toBeVisible()
  // Nothing is left to lose, so leaving asks nothing.
  await mobile.goto('/me')
  await expect(mobile.getByRole('link', { name: 'Continue A red bridge' })).toBeVisible()

  await signIn(laptop, 'ann@example.org', path)
  await expect(laptop.getByText('Draft saved, only you see it')).toBeVisible()
  await expect(laptop.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await expect(laptop.getByAltText('What will be sent')).toHaveAttribute('src', /^\/media\//)
  await laptop.getByLabel('Description', { exact: true }).fill('Folded from one sheet.')
  await expect(laptop.getByText('Draft saved, only you see it')).toBeVisible()

  // The phone still shows what it had when it was opened.
  await mobile.goto(path)
  await expect(mobile.getByLabel('Description', { exact: true })).toHaveValue('Folded from one sheet.')
  await laptop.getByLabel('Image Description').fill('A red paper bridge over a blue sheet')
  await laptop.getByRole('button', { name: 'Save Draft' }).click()
  await expect(laptop.getByText('Draft saved, only you see it')).toBeVisible()
  await mobile.getByLabel('Title', { exact: true }).fill('Another bridge')
  await mobile.getByRole('button', { name: 'Save Draft' }).click()
  await expect(mobile.getByText('Draft saved, only you see it')).toBeVisible()
  await laptop.reload()
  await expect(laptop.getByLabel('Title', { exact: true })).toHaveValue('Another bridge')

  await laptop.getByLabel('Image Description').fill('A red paper bridge over a blue sheet')
  await laptop.getByLabel('AI Tools Used').fill('Krita')
  await laptop.getByRole('checkbox', { name: 'I confirm this is my original work' }).check()
  await laptop.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(laptop.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  await laptop.getByRole('link', { name: 'View My Submission' }).click()
  await expect(laptop.getByAltText('A red paper bridge over a blue sheet').first()).toBeVisible()
  await laptop.goto('/me')
  await expect(laptop.getByRole('heading', { name: 'Drafts' })).toBeHidden()
})

test('without scripts a draft is saved by its button, continued and deleted', async ({ db, visitor }) => {
  const page = await visitor({ ...phone, javaScriptEnabled: false })
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  const input = page.getByLabel('Image (optional)')
  const [field, area] = [await input.boundingBox(), await page.locator('label', { has: input }).boundingBox()]
  expect(field?.x).toBeGreaterThan(area?.x ?? 0)
  expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThan((area?.x ?? 0) + (area?.width ?? 0))
  await chooseImage(page, await drawing())
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page).toHaveURL(`/challenges/${challenge}/submit#form`)
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await expect(page.getByAltText('What will be sent')).toBeVisible()
  await page.getByRole('link', { name: 'Delete draft' }).click()
  await page.getByRole('button', { name: 'Delete Draft' }).click()
  await expect(page.getByText('Your draft was deleted.')).toBeVisible()
  await page.goto(`/challenges/${challenge}/submit`)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
})

test('a draft that is not saved says so, and is asked about on leaving', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  await openSubmissionForm(page, db)
  await page.route('**/draft', (route) => route.abort())
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('The connection was lost. Please try again.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Challenge Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('your last changes are not saved')
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(title).toHaveValue('A red bridge')
  await page.unroute('**/draft')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('A red bridge')
})

test('a draft is saved by itself after a refusal and a busy server', async ({ page, db, faults }) => {
  faults.expect(/\b(422|503)\b/)
  await openSubmissionForm(page, db)
  const busy = { ok: false, message: 'Busy.', errors: {}, values: { version: '' }, image: null }
  const refusal = { status: 503, headers: { 'Retry-After': '1' }, json: busy }
  const seen = Promise.withResolvers<void>()
  let isRefused = false
  await page.route('**/draft', async (route) => {
    if (!isRefused) {
      isRefused = true
      return route.fulfill(refusal)
    }
    await seen.promise
    await route.continue()
  })
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(page.getByText('Your entry was not submitted.')).toBeVisible()
  await expect(page.getByText('Busy.').first()).toBeVisible({ timeout: 10_000 })
  seen.resolve()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
})

test('texts are saved without their image, which Save Draft sends again', async ({ page, db, faults }) => {
  faults.expect(/ERR_CONNECTION_RESET.*\/draft\b/)
  await openSubmissionForm(page, db)
  const files: Route[] = []
  await page.route('**/draft', (route) => {
    if (!route.request().headers()['content-type']?.startsWith('multipart/')) return route.continue()
    return files.push(route) === 1 ? route.abort('connectionreset') : route.continue()
  })
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await chooseImage(page, await drawing())
  await expect(page.getByText('Draft saved without the image.').first()).toBeVisible()
  const titles = () => db.rows(sql`select title, image_id is not null as "hasImage" from submission_drafts`)
  expect(await titles()).toEqual([{ title: 'A red bridge', hasImage: false }])
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
  expect(await titles()).toEqual([{ title: 'A red bridge', hasImage: true }])
  expect(files).toHaveLength(2)
})

test('a refused image is named at its field, the draft saved without it', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  await openSubmissionForm(page, db)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  const [, fake] = await badFiles()
  if (!fake) throw new Error('no file')
  await chooseImage(page, fake)
  const refusal = page.getByText(fake.error)
  const state = page.getByText('Draft saved without the image.').first()
  await expect(refusal).toBeVisible()
  await expect(state).toBeVisible()
  // With the image first, which is refused again.
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.status() === 201)
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await saved
  await expect(refusal).toBeVisible()
  await expect(state).toBeVisible()
  await expect(page.getByText('Your entry was not submitted.')).toBeHidden()

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(refusal).toBeHidden()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
  await chooseImage(page, fake)
  await expect(refusal).toBeVisible()
  await chooseImage(page, await drawing())
  await expect(refusal).toBeHidden()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
})

test('on a phone the state of the draft is in sight after Save Draft', async ({ db, visitor, faults }) => {
  faults.expect(/\b422\b/)
  const page = await visitor(phone)
  await openSubmissionForm(page, db)
  const title = page.getByLabel('Title', { exact: true })
  const description = page.getByLabel('Description', { exact: true })
  const refusal = page.getByText('Your entry was not submitted.')
  await title.fill('A red bridge')
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(refusal).toBeVisible()
  const button = page.getByRole('button', { name: 'Save Draft' })
  // The button is at the bottom of the screen.
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await button.click()
  await expect(page.getByText('Draft saved, only you see it')).toBeInViewport({ ratio: 1 })
  await expect(refusal).toBeHidden()
  await expect(description).toHaveAttribute('aria-invalid', 'true')
  await title.fill('A red paper bridge')
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(refusal).toBeVisible()
})
