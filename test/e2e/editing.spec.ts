import type { Locator, Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { makeChallenge, makeSubmission } from '#test/builders.ts'
import { drawing, photo } from './images.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { openTab } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { chooseImage, fillSubmission, sendSubmission, submissionTexts } from './submissions.ts'
import { expect, test } from './test.ts'

const name = 'Paper Otter'
const bio = 'Folds rivers out of paper.'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'in any browser' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a member edits a submission, and pages show the new image', async ({
      page,
      db,
      visitor,
      faults,
    }) => {
      faults.expect(/\b422\b/)
      const challenge = await makeChallenge(db, { title: 'Paper lanterns' })
      await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
      await fillSubmission(page)
      await chooseImage(page, await photo())
      await sendSubmission(page)
      await page.getByRole('link', { name: 'View My Submission' }).click()
      await page.getByRole('link', { name: 'Edit' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Your Submission')
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue(submissionTexts.Title)
      const before = await imageIdIn(page)
      await page.getByLabel('Title', { exact: true }).fill(' ')
      await page.getByRole('button', { name: 'Update Submission' }).click()
      await expect(page.getByText('Your changes were not saved.')).toBeVisible()

      await page.getByLabel('Title', { exact: true }).fill('Lantern at the weir')
      await chooseImage(page, await drawing())
      await page.getByRole('button', { name: 'Update Submission' }).click()
      await expect(page.getByRole('heading', { name: 'Submission Updated!' })).toBeVisible()
      const stranger = await visitor()
      await stranger.goto(`/challenges/${challenge}/submissions`)
      await stranger.getByRole('link', { name: 'Lantern at the weir' }).first().click()
      await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Lantern at the weir')
      const [after] = await db.rows<{ id: string }>(sql`select image_id as id from submissions`)
      expect(after?.id).not.toBe(before)
      await expect(stranger.locator(`main img[srcset*="${after?.id}"]`).first()).toBeVisible()
    })
  })
}

test('a member edits the profile by keyboard, and pages show the new name', async ({ page, db, visitor }) => {
  const challenge = await makeChallenge(db, { title: 'Paper lanterns' })
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await fillSubmission(page)
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeFocused()
  const { id } = await memberOf(db, 'ann@example.org')
  await page.goto('/profile/edit')

  await test.step('generates and types a name', async () => {
    const field = page.getByLabel('Display Name')
    await tabTo(page, field)
    await pressOn(page, page.getByRole('button', { name: 'Generate Random Name' }))
    await expect(field).toHaveValue(/^\w+ \w+$/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(name)
  })
  const preview = page.getByRole('region', { name: 'Preview' })

  await test.step('types a bio, whose count turns red near the limit', async () => {
    await tabTo(page, page.getByLabel('Bio'))
    await page.keyboard.type('x'.repeat(81))
    await expect.poll(() => isRed(page.getByText('81/100 characters'))).toBe(true)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(bio)
    await expect.poll(() => isRed(page.getByText(`${bio.length}/100 characters`))).toBe(false)
    await expect(preview).toContainText(bio)
    await expect(preview).toContainText(name)
  })

  await test.step('replaces a preset by a file, and selects it again when the file is removed', async () => {
    await tabTo(page, page.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    const preset = page.getByRole('radio', { checked: true })
    await expect(preset).toHaveCount(1)
    const image = page.getByLabel('Upload your own')
    await tabTo(page, image)
    await image.setInputFiles(await drawing())
    await expect(preset).toHaveCount(0)
    await pressOn(page, page.getByRole('button', { name: 'Remove picture' }))
    await expect(image).toBeFocused()
    await expect(preset).toHaveCount(1)
    await image.setInputFiles(await drawing())
  })

  await test.step('saves and opens the profile', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Save Changes' }))
    await expect(page.getByRole('status').getByText('Profile updated successfully!')).toBeVisible()
    await expect(page).toHaveURL('/profile')
  })

  const stranger = await visitor()
  for (const path of [`/profile/${id}`, '/leaderboard', `/challenges/${challenge}/submissions`]) {
    await stranger.goto(path)
    await expect(stranger.getByRole('main').getByText(name).first(), path).toBeVisible()
  }
  await stranger.goto(`/profile/${id}`)
  await expect(stranger.getByText(bio)).toBeVisible()
  await expect(stranger.locator('main img[src*="/media/"]').first()).toBeVisible()
})

async function isRed(text: Locator): Promise<boolean> {
  const color = await text.evaluate((element) => getComputedStyle(element).color)
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return red > Math.max(green, blue) + 64
}

/** The id of the image that the submission form shows. */
async function imageIdIn(page: Page): Promise<string | null> {
  return page.locator('[name="imageId"]').getAttribute('value')
}

test('a submission that another tab changed is not replaced unasked', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const id = await makeSubmission(db, await memberOf(db, 'ann@example.org'), challenge)
  const path = `/challenges/${challenge}/submissions/${id}/edit`
  await page.goto(path)
  const other = await openTab(page.context(), path)
  await other.getByLabel('Title', { exact: true }).fill('A blue bridge')
  await other.getByRole('button', { name: 'Update Submission' }).click()
  await expect(other).toHaveURL(/\?sent$/)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await page.getByRole('button', { name: 'Update Submission' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Your submission was changed from another device or tab',
  )
  const title = sql`select title from submissions where id = ${id}`
  expect(await db.row(title)).toEqual({ title: 'A blue bridge' })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: 'Update Submission' }).click()
  await expect(page).toHaveURL(/\?sent$/)
  expect(await db.row(title)).toEqual({ title: 'A red bridge' })
  await other.close()
})

test('a change whose answer was lost is sent again after a question', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED.*\/edit\b|\b409\b/)
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const id = await makeSubmission(db, await memberOf(db, 'ann@example.org'), challenge)
  await page.goto(`/challenges/${challenge}/submissions/${id}/edit`)
  const title = page.getByLabel('Title', { exact: true })
  const send = page.getByRole('button', { name: 'Update Submission' })
  await page.route('**/edit', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await title.fill('A red bridge')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('The connection was lost.')
  const stored = () => db.row(sql`select title from submissions where id = ${id}`)
  expect(await stored()).toEqual({ title: 'A red bridge' })
  await page.unroute('**/edit')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await title.fill('A blue bridge')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Your submission was changed from another device')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await title.fill('A green bridge')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(title).toHaveValue('A green bridge')
  await send.click()
  await expect(page).toHaveURL(/\?sent$/)
  expect(await stored()).toEqual({ title: 'A green bridge' })
})

test('a form that is open at the deadline says so and keeps its input', async ({ page, db }) => {
  const [challenge, extended] = [await makeChallenge(db), await makeChallenge(db)]
  const path = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', path)
  await db.rows(sql`
    update challenges set deadline = app_now() + interval '20 seconds', voting_ends_at = app_now() + interval '1 day'
    where id in (${challenge}, ${extended})`)
  await page.goto(path)
  await fillSubmission(page)
  const other = await openTab(page.context(), `/challenges/${extended}/submit`)
  await other.getByLabel('Title', { exact: true }).fill('More time')
  await db.rows(sql`update challenges set deadline = deadline + interval '12 seconds' where id = ${extended}`)
  const notice = page.getByText('The submission deadline for this challenge has passed.')
  await expect(notice).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('button', { name: 'Submit Entry' })).toBeHidden()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(submissionTexts.Title)
  await expect(other.getByRole('button', { name: 'Submit Entry' })).toBeVisible()
  await expect(other.getByRole('main')).not.toContainText('Closed')
  await expect(other.getByText('The submission deadline for this challenge has passed.')).toBeVisible({
    timeout: 40_000,
  })
  await expect(other.getByRole('button', { name: 'Submit Entry' })).toBeHidden()
  await other.getByText('Brief and rules').click()
  await expect(other.getByRole('timer')).toHaveText(/^(00(hours|minutes|seconds))+Closed$/)
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('More time')
})
