import type { Route } from '@playwright/test'
import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { badFiles, drawing } from './images.ts'
import { hold, holdScripts, hydrated, openTab, phone } from './pages.ts'
import { signIn } from './sign-in.ts'
import { chooseImage, fillSubmission, openSubmissionForm, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

test('a draft with an image is begun on a phone and submitted on a laptop', async ({
  page: laptop,
  db,
  visitor,
  faults,
}) => {
  faults.expect(/\b409\b.*\/draft\b|ERR_FAILED.*\/submit\.data/)
  const challenge = await makeChallenge(db, { title: 'Paper bridges' })
  const path = `/challenges/${challenge}/submit`
  const mobile = await visitor(phone)
  await signIn(mobile, 'ann@example.org', path)
  await hydrated(mobile)
  await mobile.getByLabel('Title', { exact: true }).fill('A red bridge')
  await expect(mobile.getByText('Draft saved at')).toBeVisible()
  const saved = mobile.waitForResponse('**/draft')
  await chooseImage(mobile, await drawing())
  expect((await saved).status()).toBe(201)
  await expect(mobile.getByText('Draft saved at')).toBeVisible()
  // Nothing is left to lose, so leaving asks nothing.
  await mobile.goto('/me')
  await expect(mobile.getByRole('link', { name: 'Continue A red bridge' })).toBeVisible()

  await signIn(laptop, 'ann@example.org', path)
  await hydrated(laptop)
  await expect(laptop.getByText('This is your draft, saved')).toBeVisible()
  await expect(laptop.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await expect(laptop.getByAltText('What will be sent')).toHaveAttribute('src', /^\/media\//)
  await laptop.getByLabel('Description', { exact: true }).fill('Folded from one sheet.')
  await expect(laptop.getByText('Draft saved at')).toBeVisible()

  // The phone still shows what it had when it was opened.
  await mobile.goto(path)
  await hydrated(mobile)
  await expect(mobile.getByLabel('Description', { exact: true })).toHaveValue('Folded from one sheet.')
  await laptop.getByLabel('Image Description').fill('A red paper bridge over a blue sheet')
  await laptop.getByRole('button', { name: 'Save Draft' }).click()
  await expect(laptop.getByText('Draft saved at')).toBeVisible()
  await mobile.getByLabel('Title', { exact: true }).fill('Another bridge')
  await mobile.getByRole('button', { name: 'Save Draft' }).click()
  const conflict = mobile.getByRole('paragraph').filter({ hasText: 'saved from another device' })
  const showOther = mobile.getByRole('button', { name: 'Show the other draft' })
  await expect(conflict).toBeInViewport({ ratio: 1 })
  const [text, button] = [await conflict.boundingBox(), await showOther.boundingBox()]
  expect(button?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0))
  const kept = () =>
    mobile.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('entry:')))
  await mobile.route('**/submit.data*', (route) => route.abort())
  await showOther.click()
  await expect(mobile.getByText('The connection was lost.')).toBeVisible()
  await expect(mobile.getByLabel('Title', { exact: true })).toHaveValue('Another bridge')
  expect(await kept()).toHaveLength(1)
  await mobile.unroute('**/submit.data*')
  await showOther.click()
  await expect(mobile.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await expect(mobile.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(conflict).toBeHidden()
  expect(await kept()).toEqual([])

  await laptop.getByLabel('AI Tools Used').fill('Krita')
  await laptop.getByRole('checkbox', { name: 'I confirm this is my original work' }).check()
  await laptop.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(laptop.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  await laptop.getByRole('link', { name: 'View My Submission' }).click()
  await expect(laptop.getByAltText('A red paper bridge over a blue sheet').first()).toBeVisible()
  await laptop.goto('/me')
  await expect(laptop.getByRole('heading', { name: 'Drafts' })).toBeHidden()
})

test('two steps back at once show the draft of their challenge, not that of the page between', async ({
  page,
  db,
}) => {
  const [one, two] = [await makeChallenge(db), await makeChallenge(db)]
  const title = page.getByLabel('Title', { exact: true })
  await signIn(page, 'ann@example.org')
  for (const [challenge, text] of [
    [one, 'Title of one'],
    [two, 'Title of two'],
  ] as const) {
    await page.goto(`/challenges/${challenge}/submit`)
    await hydrated(page)
    await title.fill(text)
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await expect(page.getByText(/Draft saved/).first()).toBeVisible()
  }
  await page.goto('/me')
  await hydrated(page)
  await page.locator(`a[href="/challenges/${one}/submit"]`).first().click()
  await expect(title).toHaveValue('Title of one')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).first().click()
  await expect(page).toHaveURL('/')
  await page.evaluate(
    (path) => Reflect.get(window, '__reactRouterDataRouter').navigate(path),
    `/challenges/${two}/submit`,
  )
  await expect(title).toHaveValue('Title of two')
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL(`/challenges/${one}/submit`)
  await expect(title).toHaveValue('Title of one')
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
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await expect(page.getByAltText('What will be sent')).toBeVisible()
  await page.getByRole('link', { name: 'Delete draft' }).click()
  await page.getByRole('button', { name: 'Delete Draft' }).click()
  await expect(page.getByText('Your draft was deleted.')).toBeVisible()
  await page.goto(`/challenges/${challenge}/submit`)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
})

test('a draft that cannot be sent stays in the browser', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  await openSubmissionForm(page, db)
  await page.route('**/draft', (route) => route.abort())
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  const lost = 'The connection was lost. Please try again. Your browser keeps the text.'
  await expect(page.getByText(lost)).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  // The page saves once more when it is hidden.
  await page.reload()
  await page.unroute('**/draft')
  await expect(page.getByText('Draft restored.')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
})

test('a draft is saved by itself after its form was refused and the server was busy', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b(422|503)\b/)
  await openSubmissionForm(page, db)
  const busy = { ok: false, message: 'Busy.', errors: {}, values: {}, image: null }
  const refusal = { status: 503, headers: { 'Retry-After': '1' }, json: busy }
  /** Refuses the next save. The one after it waits until the refusal is seen. */
  async function refuseOnce(): Promise<() => Promise<void>> {
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
    return async () => {
      await expect(page.getByText('Busy. Your browser keeps the text.')).toBeVisible()
      seen.resolve()
      await expect(page.getByText('Draft saved at')).toBeVisible()
      await page.unroute('**/draft')
    }
  }
  const expectSavedLater = await refuseOnce()
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(page.getByText('Your entry was not submitted.')).toBeVisible()
  await expectSavedLater()
  // Also with a file, without which nothing is sent in between.
  const expectFileSavedLater = await refuseOnce()
  const types: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/draft')) types.push(request.headers()['content-type']?.split(';')[0])
  })
  await chooseImage(page, await drawing())
  await expectFileSavedLater()
  expect(types).toEqual(['multipart/form-data', 'multipart/form-data'])
})

test('while an image does not arrive, the texts are saved, and it is sent again', async ({
  page,
  db,
  faults,
}) => {
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
  await expect(page.getByText('Draft saved at')).toBeVisible({ timeout: 10_000 })
  expect(await titles()).toEqual([{ title: 'A red bridge', hasImage: true }])
  expect(files).toHaveLength(2)
})

test('a page that is reloaded during a save continues its own draft', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  await openSubmissionForm(page, db)
  const title = page.getByLabel('Title', { exact: true })
  // The first save arrives, but no answer does.
  let saves = 0
  await page.route('**/draft', async (route) => {
    if (saves++ === 0) await route.fetch()
    await route.abort()
  })
  await title.fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Your browser keeps the text.')).toBeVisible()
  await title.fill('A blue bridge')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.unroute('**/draft')
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('A blue bridge')
  await expect(page.getByText('Unsaved changes restored.')).toBeHidden()
})

test('a tab that continues the text of another does not replace what that one saves later', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/(ERR_FAILED|\b409\b).*\/draft\b/)
  const challenge = await openSubmissionForm(page, db)
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.route('**/draft', (route) => route.abort())
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await other.goto(`/challenges/${challenge}/submit`)
  await expect(other.getByText('Draft restored.')).toBeVisible()
  await page.unroute('**/draft')
  await page.getByLabel('Title', { exact: true }).fill('A blue bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await other.unroute('**/draft')
  await other.getByRole('button', { name: 'Save Draft' }).click()
  await expect(other.getByText('saved from another device').first()).toBeVisible()
  expect(await db.rows(sql`select title from submission_drafts where challenge_id = ${challenge}`)).toEqual([
    { title: 'A blue bridge' },
  ])
  await other.close()
})

test('a refused image is named at its field, and the draft is saved without it', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b422\b/)
  await openSubmissionForm(page, db)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  const [fake] = await badFiles()
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
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await chooseImage(page, fake)
  await expect(refusal).toBeVisible()
  await chooseImage(page, await drawing())
  await expect(refusal).toBeHidden()
  await expect(page.getByText('Draft saved at')).toBeVisible()
})

test('on a phone the state of the draft is seen after Save Draft, without the refusal of the entry', async ({
  db,
  visitor,
  faults,
}) => {
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
  await expect(page.getByText('Draft saved at')).toBeInViewport({ ratio: 1 })
  await expect(refusal).toBeHidden()
  await expect(description).toHaveAttribute('aria-invalid', 'true')
  await title.fill('A red paper bridge')
  await expect(refusal).toBeHidden()
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(refusal).toBeVisible()
})

test('unsaved changes of a draft are discarded also from the draft on the server', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  await openSubmissionForm(page, db)
  const title = page.getByLabel('Title', { exact: true })
  const saved = page.getByText('Draft saved at')
  await title.fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(saved).toBeVisible()
  await page.route('**/draft', (route) => route.abort())
  await title.fill('A blue bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Your browser keeps the text.')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.unroute('**/draft')
  await expect(page.getByText('This is your draft, saved')).toBeVisible()
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible()
  await expect(page.getByText('Draft restored.')).toBeHidden()
  await expect(title).toHaveValue('A blue bridge')
  await expect(saved).toBeVisible()
  const save = page.waitForResponse('**/draft')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(title).toHaveValue('A red bridge')
  expect((await save).status()).toBe(201)
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('A red bridge')
})

test('leaving the form says whether the image is saved with the draft', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  const leave = page.getByRole('link', { name: 'Challenge Details' })
  const dialog = page.getByRole('dialog')
  await hydrated(page)
  await chooseImage(page, await drawing())
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await page.route('**/draft', (route) => route.abort())
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await leave.click()
  await expect(dialog).toContainText('Your browser keeps the text, and the image is saved with your draft.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await chooseImage(page, await drawing('#295'))
  await leave.click()
  await expect(dialog).toContainText('Your browser keeps the text, but not the image.')
})

test('a draft that another tab has saved is replaced only when it is saved again', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b409\b/)
  const challenge = await openSubmissionForm(page, db)
  const other = await openTab(page.context(), `/challenges/${challenge}/submit`)
  for (const [tab, text] of [
    [other, 'A red bridge'],
    [page, 'A blue bridge'],
  ] as const) {
    await tab.getByLabel('Title', { exact: true }).fill(text)
    await tab.getByRole('button', { name: 'Save Draft' }).click()
    await expect(tab.getByText(/Draft saved at|saved from another device/).first()).toBeVisible()
  }
  // Not by what is typed next and restored after a reload.
  const conflict = page.getByText('saved from another device').first()
  await page.getByLabel('Title', { exact: true }).fill('A green bridge')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(conflict).toBeVisible()
  const title = () =>
    db.row<{ title: string }>(sql`select title from submission_drafts where challenge_id = ${challenge}`)
  expect(await title()).toEqual({ title: 'A red bridge' })
  // The other draft, asked for first, arrives after the save.
  const { promise: saved, resolve: showOther } = Promise.withResolvers<void>()
  await page.route('**/submit.data*', async (route) => {
    const response = await route.fetch()
    await saved
    await route.fulfill({ response })
  })
  const loaded = page.waitForResponse('**/submit.data*')
  await page.getByRole('button', { name: 'Show the other draft' }).click()
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  showOther()
  await loaded
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A green bridge')
  expect(await title()).toEqual({ title: 'A green bridge' })
  await other.close()
})

test('a draft that was deleted in another tab is created again only when it is saved again', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b(409|422)\b/)
  const challenge = await openSubmissionForm(page, db)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('A red bridge')
  await chooseImage(page, await drawing())
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  const other = await openTab(page.context(), `/challenges/${challenge}/draft/delete`)
  // Too soon to be saved, but the browser keeps it.
  await title.fill('A blue bridge')
  await other.getByRole('button', { name: 'Delete Draft' }).click()
  await expect(other.getByText('Your draft was deleted.')).toBeVisible()
  const kept = () => other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('entry:')))
  expect(await kept()).toEqual([])
  await title.fill('A green bridge')
  await expect(page.getByText('Your draft was deleted on another device').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the other draft' })).toBeHidden()
  const drafts = () =>
    db.rows(sql`
      select title, image_id is not null as "hasImage" from submission_drafts where challenge_id = ${challenge}`)
  expect(await drafts()).toEqual([])
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  expect(await drafts()).toEqual([{ title: 'A green bridge', hasImage: true }])
  await other.close()
})

test('a draft that was sent before the scripts ran, and is saved by them first, is in no conflict', async ({
  page,
  db,
}) => {
  const challenge = await makeChallenge(db)
  const path = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', '/me')
  const releaseScripts = await holdScripts(page)
  await page.goto(path)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  const sent = await hold(page, '**/draft')
  await page.getByRole('button', { name: 'Save Draft' }).click({ noWaitAfter: true })
  await sent.held
  const saved = page.waitForResponse('**/draft')
  releaseScripts()
  expect((await saved).status()).toBe(201)
  const loaded = page.waitForEvent('load')
  sent.release()
  await loaded
  await expect(page.getByText('This is your draft, saved')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await expect(page.getByText('saved from another device')).toHaveCount(0)
})

test('a draft that another tab saved is not submitted over without being asked', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b409\b/)
  const challenge = await makeChallenge(db)
  const path = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', path)
  await hydrated(page)
  const other = await openTab(page.context(), path)
  await other.getByLabel('Title', { exact: true }).fill('A blue bridge')
  await other.getByRole('button', { name: 'Save Draft' }).click()
  await expect(other.getByText('Draft saved at')).toBeVisible()
  // Otherwise a slow page may have asked already.
  const saving = await hold(page, '**/draft')
  await fillSubmission(page)
  await sendSubmission(page)
  const alert = page.getByRole('alert').filter({ hasText: 'Your draft was saved from another device' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Show the other draft' })).toBeVisible()
  expect(await db.rows(sql`select title from submission_drafts`)).toEqual([{ title: 'A blue bridge' }])
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  saving.release()
  await other.close()
})

test('a draft of another tab that was deleted before it is shown is named as deleted', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b(409|422)\b.*\/draft\b/)
  const challenge = await makeChallenge(db)
  const path = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', path)
  await hydrated(page)
  const save = page.getByRole('button', { name: 'Save Draft' })
  const saved = page.getByText('Draft saved at')
  await chooseImage(page, await drawing())
  await expect(saved).toBeVisible()
  await page.goto(path)
  const notice = page.getByText('This is your draft, saved')
  await expect(notice).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(path)
  await other.getByLabel('Title', { exact: true }).fill('A red bridge')
  await other.getByRole('button', { name: 'Save Draft' }).click()
  await expect(other.getByText('Draft saved at')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('A blue bridge')
  await save.click()
  await expect(page.getByText('saved from another device').first()).toBeVisible()
  await other.goto(`/challenges/${challenge}/draft/delete`)
  await other.getByRole('button', { name: 'Delete Draft' }).click()
  await expect(other.getByText('Your draft was deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the other draft' }).click()
  await expect(page.getByText('Your draft was deleted on another device').first()).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A blue bridge')
  await expect(notice).toBeHidden()
  await page.getByRole('link', { name: 'Challenge Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your browser keeps the text, but not the image.')
  await page.getByRole('button', { name: 'Stay' }).click()
  await save.click()
  await expect(page.getByText('Draft saved without the image.').first()).toBeVisible()
  expect(await db.rows(sql`select title from submission_drafts where challenge_id = ${challenge}`)).toEqual([
    { title: 'A blue bridge' },
  ])
  await other.close()
})
