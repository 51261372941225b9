import type { Page } from '@playwright/test'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { expectStatus } from './challenges.ts'
import { drawing } from './images.ts'
import { pressOn } from './keyboard.ts'
import { expectToast, phone } from './pages.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.describe('on a phone, by keyboard', () => {
  test.use(phone)

  test('a challenge is steered to votes, back, and canceled with a word', async ({ page, db, visitor }) => {
    const member = await visitor()
    await signIn(member, 'ann@example.org')
    const ann = await memberOf(db, 'ann@example.org')
    const id = await makeChallenge(db, { title: 'Night market' })
    const entry = await makeSubmission(db, await makeMember(db), id)
    await makeSubmission(db, ann, id)
    await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}`)

    await take(page, 'Close entries now', 'Close Entries')
    await expectToast(page, 'Entries closed. Those who rely on the dates are told.')
    await take(page, 'Start voting now', 'Start Voting')
    await expectToast(page, 'Voting started. Those who rely on the dates are told.')
    await expectStatus(db, id, 'voting')
    expect((await castVote(db, as(ann), id, entry)).ok).toBe(true)

    await take(page, 'Reopen', 'Reopen Challenge', async (dialog) => {
      await dialog.getByLabel('Open for').selectOption('14')
    })
    await expectToast(page, 'Challenge reopened. Those who rely on the dates are told.')
    await expectStatus(db, id, 'active')

    await take(page, 'Cancel', 'Cancel Challenge', async (dialog) => {
      await expect(dialog.getByLabel('Message to members')).toBeFocused()
      await page.keyboard.type('The brief was wrong.')
    })
    await expectToast(page, 'Challenge canceled. Your message is on its way.')
    await expectStatus(db, id, 'canceled')

    await member.goto(`/challenges/${id}`)
    const changes = member.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await expect(changes.first()).toContainText('Canceled by the organisers')
    await expect(changes.first()).toContainText('The brief was wrong.')
    await expect(changes.filter({ hasText: 'Entries closed by the organisers' })).toBeVisible()
    await expect
      .poll(async () => {
        await member.goto('/notifications')
        return member.getByRole('main').textContent()
      })
      .toMatch(/Challenge canceled.*The brief was wrong\./)
  })
})

test.describe('without scripts', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('a cancellation asks for its message and says what follows', async ({ page, db, faults }) => {
    faults.expect(/\b422\b/)
    const id = await makeChallenge(db, { title: 'Night market' })
    await makeSubmission(db, await makeMember(db), id)
    await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}`)
    await page.getByRole('link', { name: 'Cancel Night market' }).first().click()
    await expect(page.getByRole('main')).toContainText('Entries, votes and the points for them stay.')
    await expect(page.getByRole('main')).toContainText('1 member is told')
    await page.getByRole('button', { name: 'Cancel Challenge' }).click()
    await expect(page.getByRole('main')).toContainText('Write what members are told')
    await page.getByLabel('Message to members').fill('Too few of us.')
    await page.getByRole('button', { name: 'Cancel Challenge' }).click()
    await expect(page).toHaveURL(`/admin/challenges/${id}`)
    await expectStatus(db, id, 'canceled')
    await page.goto(`/challenges/${id}`)
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Too few of us.')
  })

  test('a new challenge opens by one choice', async ({ page, db, faults }) => {
    faults.expect(/\b422\b/)
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges/new')
    await expect(page.getByRole('radio', { name: 'Save as draft' })).toBeChecked()
    await page.getByLabel('Title').fill('Night market')
    await page.getByLabel('Description').fill('Draw what is sold after dark.')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
    await page.getByRole('radio', { name: 'Schedule for a start date' }).check()
    await page.getByRole('button', { name: 'Create Challenge' }).click()
    await expect(page.getByRole('main')).toContainText('Please provide a start date for auto-activation')
    await expect(page.getByRole('radio', { name: 'Schedule for a start date' })).toBeChecked()
    await page.getByRole('radio', { name: 'Open now' }).check()
    await page.getByRole('button', { name: 'Create Challenge' }).click()
    await expect(page).toHaveURL(/\/admin\/challenges(#form)?$/)
    await expect(page.getByRole('row').filter({ hasText: 'Night market' })).toContainText('Active')
  })
})

test('the choice of the opening sets fields, and the card follows them', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges/new')
  const card = page.getByRole('figure', { name: 'Preview of its card' })
  await page.getByLabel('Title').fill('Night market')
  await expect(card.getByRole('heading', { name: 'Night market' })).toBeVisible()
  await expect(card).toContainText('Draft')
  await page.getByRole('radio', { name: 'Schedule for a start date' }).check()
  await expect(page.getByLabel('Status')).toHaveValue('upcoming')
  await expect(page.getByLabel('Activate automatically at the start date')).toBeChecked()
  await expect(page.getByLabel(/^Start Date/)).toHaveValue(/T\d\d:00$/)
  await expect(card).toContainText(/Upcoming.*Starts/)
  await page.getByRole('radio', { name: 'Date to be announced' }).check()
  await expect(page.getByLabel(/^Start Date/)).toHaveValue('')
  await expect(card).toContainText('Date to be announced')
  await page.getByLabel('Status').selectOption('active')
  await expect(page.getByRole('radio', { name: 'Open now' })).toBeChecked()
})

/** Opens the confirmation of a step by keyboard, fills it in, and confirms. */
async function take(
  page: Page,
  label: string,
  title: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await pressOn(page, page.getByRole('link', { name: `${label} Night market`, exact: true }).first())
  const dialog = page.getByRole('dialog', { name: title })
  const confirm = dialog.getByRole('button', { name: title })
  await confirm.waitFor()
  await fill?.(dialog)
  await pressOn(page, confirm)
  await expect(dialog).toBeHidden()
}
