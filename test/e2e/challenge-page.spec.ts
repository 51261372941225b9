import type { Locator, Page } from '@playwright/test'
import { makeChallenge, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { isOnTop } from './pages.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('the action of a challenge is in the first view of a phone', async ({ page, db }) => {
  const open = await makeChallenge(db, { title: 'Paper lanterns' })
  const inVoting = await makeChallenge(db, { title: 'Night bus' })
  for (const author of await makeMembers(db, 4)) await makeSubmission(db, author, inVoting)
  await openVoting(db, inVoting)

  await page.goto(`/challenges/${open}`)
  await expectInReach(page, page.getByRole('link', { name: 'Sign In to Submit' }))
  await expect(page.getByRole('navigation', { name: 'Member pages' })).toHaveCount(0)

  await signIn(page, 'ann@example.org', `/challenges/${open}`)
  await expectInReach(page, page.getByRole('link', { name: 'Submit Entry' }).first())
  const bar = page.getByRole('region', { name: 'Take part' })
  await expect(bar).toContainText('7 days left')
  const tabs = page.getByRole('navigation', { name: 'Member pages' })
  await expect(tabs.getByRole('link', { name: 'Challenges' })).toHaveAttribute('aria-current', 'page')

  await page.goto(`/challenges/${inVoting}`)
  const vote = page.getByRole('link', { name: 'Vote for Entries' })
  await expectInReach(page, vote)
  await vote.tap()
  await expect(page).toHaveURL(`/challenges/${inVoting}/submissions?mode=voting`)
})

test('the bars cover nothing at the end of the page, and forms have no tabs', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}`)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const last = page.getByRole('contentinfo').getByRole('button', { name: 'System' })
  await expectInReach(page, last)
  const bar = await page.getByRole('region', { name: 'Take part' }).boundingBox()
  const tabs = await page.getByRole('navigation', { name: 'Member pages' }).boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(tabs?.y ?? 0, 0)
  expect((tabs?.y ?? 0) + (tabs?.height ?? 0)).toBeCloseTo(844, 0)

  await page.goto(`/challenges/${challenge}/submit`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Member pages' })).toHaveCount(0)
})

/** It is what lies at its own center, without scrolling. */
async function expectInReach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 })
  expect(await isOnTop(control), `${await control.textContent()} is covered on ${page.url()}`).toBe(true)
}
