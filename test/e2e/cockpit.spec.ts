import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.server.ts'
import { daysFromNow, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { expectToast, hydrated, phone } from './pages.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const SECTIONS: [link: string, heading: string | RegExp][] = [
  ['Entries', 'Entries'],
  ['Votes and integrity', 'Votes and integrity'],
  ['Announcements', 'Announcements'],
  ['Results', 'Results'],
  ['Edit', /^Edit Challenge: /],
  ['History', 'History'],
]

test.describe('on a phone', () => {
  test.use(phone)

  test('the first view has the state, what waits and the most useful action', async ({ page, db }) => {
    const id = await busyChallenge(db)
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges')
    await page.getByRole('link', { name: 'Night market', exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night market')
    await expect(page).toHaveURL(`/admin/challenges/${id}`)
    await expectInView(page, 'Active, open for entries', '2 entries to review')
    await expectNoSidewaysScroll(page)
    const bar = page.getByRole('region', { name: 'Next' })
    await expect(bar.getByRole('link', { name: 'Extend Night market' })).toBeInViewport({ ratio: 1 })
    await bar.getByRole('link', { name: 'Review 2 entries' }).tap()
    await expect(page).toHaveURL(`/admin/submissions/queue?challenge=${id}`)
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  })

  test('a challenge is saved as a template by keyboard, and another begins from it', async ({ page, db }) => {
    const id = await makeChallenge(db, { title: 'Night market', type: 'daily' })
    await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}`)
    await pressOn(page, page.getByRole('link', { name: 'Save Night market as a template' }))
    await tabTo(page, page.getByLabel('Name'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Market day')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Template saved')
    await pressOn(page, page.getByRole('link', { name: 'Use Market day for a new challenge' }))
    await hydrated(page)
    await expect(page.getByLabel('Title')).toHaveValue('Night market')
    await expect(page.getByLabel('Duration')).toHaveValue('daily')
    await expectNoSidewaysScroll(page)

    await pressOn(page, page.getByRole('link', { name: 'Templates' }))
    await expectNoSidewaysScroll(page)
    await pressOn(page, page.getByRole('link', { name: 'Delete Market day' }))
    await pressOn(page, page.getByRole('button', { name: 'Delete Template' }))
    await expectToast(page, 'Template deleted')
    await expect(page.getByText('No templates yet')).toBeVisible()
  })

  test('nothing scrolls sideways, and each section has its heading and a way back', async ({ page, db }) => {
    const id = await busyChallenge(db, 'W'.repeat(60))
    await openVoting(db, id)
    await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}`)
    await expectNoSidewaysScroll(page)
    const sections = page.getByRole('navigation', { name: 'Sections of this challenge' })
    for (const [link, heading] of SECTIONS) {
      await sections.getByRole('link', { name: link }).tap()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(sections.getByRole('link', { name: link })).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await expect(page.getByRole('link', { name: 'Public page' })).toBeVisible()
    }
    await sections.getByRole('link', { name: 'Overview' }).tap()
    await expect(page).toHaveURL(`/admin/challenges/${id}`)
    await page.getByRole('link', { name: 'All challenges' }).tap()
    await expect(page).toHaveURL('/admin/challenges')
  })
})

test('an administrator goes through the sections by keyboard', async ({ page, db }) => {
  const id = await busyChallenge(db)
  await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}`)
  const sections = page.getByRole('navigation', { name: 'Sections of this challenge' })
  await expect(sections.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  for (const [link, heading] of SECTIONS.filter(([name]) => name !== 'Votes and integrity')) {
    await pressOn(page, sections.getByRole('link', { name: link }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    // The links stay where they are, and so does the focus.
    await expect(sections.getByRole('link', { name: link })).toBeFocused()
  }
  await pressOn(page, sections.getByRole('link', { name: 'Overview' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night market')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every link of the overview works', async ({ page, db }) => {
    const id = await busyChallenge(db)
    await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}`)
    await page.getByRole('link', { name: 'Complete now Night market' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Challenge')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(`/admin/challenges/${id}`)
  })
})

/** A challenge that ends in two days, with two pending entries. */
async function busyChallenge(db: Database, title = 'Night market'): Promise<string> {
  const id = await makeChallenge(db, { title, deadline: daysFromNow(2) })
  for (const entry of ['Lantern stall', 'Paper fish'])
    await makeSubmission(db, await makeMember(db), id, { title: entry })
  return id
}

async function expectInView(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text)).toBeInViewport({ ratio: 1 })
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
}
