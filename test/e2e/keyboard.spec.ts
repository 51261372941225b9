import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { photo } from './images.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { hydrated, imageViewerLoaded } from './pages.ts'
import { userMenu } from './sign-in.ts'
import { submissionTexts } from './submissions.ts'
import { expect, test } from './test.ts'

test('signing in, submitting and voting work by keyboard only', async ({ page, context, db }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const open = await makeChallenge(db, { title: 'Paper lanterns' })
  const closing = await makeChallenge(db, { title: 'Night market' })
  await makeSubmission(db, await makeMember(db), closing, { title: 'Stall of masks' })
  await openVoting(db, closing)
  const main = page.getByRole('main')

  await test.step('skips the navigation', async () => {
    await page.goto('/')
    await pressOn(page, page.getByRole('link', { name: 'Skip to content' }))
    await expect(main).toBeFocused()
    await tabTo(page, main.getByRole('link').first())
  })

  await test.step('signs in', async () => {
    await page.goto('/')
    await pressOn(page, page.getByRole('link', { name: 'Sign In' }))
    await expect(page).toHaveURL('/login')
    await pressOn(page, page.getByRole('button', { name: 'Sign in with' }))
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await typeInto(page, 'Your name', 'Ann')
    await typeInto(page, 'E-mail address', 'ann@example.org')
    await page.keyboard.press('Enter')
    await expect(userMenu(page)).toBeVisible()
  })

  await test.step('opens and closes the menu', async () => {
    await hydrated(page)
    const trigger = userMenu(page)
    await pressOn(page, trigger)
    await tabTo(page, page.getByRole('link', { name: 'My Profile' }))
    await page.keyboard.press('Escape')
    await expect(trigger).toBeFocused()
    await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  })

  await test.step('submits', async () => {
    await page.goto(`/challenges/${open}`)
    await pressOn(page, main.getByRole('link', { name: 'Submit Entry' }).first())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submit to: Paper lanterns')
    // The file dialog of the system cannot be driven from the page.
    const image = page.getByLabel('Image (optional)')
    await tabTo(page, image)
    await image.setInputFiles(await photo())
    for (const [label, text] of Object.entries(submissionTexts)) await typeInto(page, label, text)
    await pressOn(page, page.getByLabel('I confirm this is my original work'), 'Space')
    await pressOn(page, page.getByRole('button', { name: 'Submit Entry' }))
    await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
    await pressOn(page, page.getByRole('link', { name: 'View My Submission' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(submissionTexts.Title)
  })

  await test.step('opens and closes the full image', async () => {
    const link = main.getByRole('link', { name: 'View full image' })
    const viewer = page.getByRole('dialog', { name: `Full image: ${submissionTexts.Title}` })
    await imageViewerLoaded(page)
    await pressOn(page, link)
    await expect(viewer).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(link).toBeFocused()
  })

  await test.step('copies the link', async () => {
    await pressOn(page, main.locator('summary', { hasText: 'Share' }))
    await pressOn(page, main.getByRole('button', { name: 'Copy Link' }))
    await expect(page.getByRole('status').getByText('Link copied to clipboard!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  })

  await test.step('votes', async () => {
    await page.goto('/challenges/voting')
    await pressOn(page, main.getByRole('link', { name: 'Cast Your Vote Now' }))
    await expect(page.getByRole('heading', { name: 'Voting in Progress' })).toBeVisible()
    await pressOn(page, main.getByRole('button', { name: /^Vote/ }))
    const unvote = main.getByRole('button', { name: /^Unvote/ })
    await expect(unvote).toBeVisible()
    await expect(unvote).toBeFocused()
  })
})
