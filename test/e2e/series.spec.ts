import sql from 'sql-template-tag'
import { drawing } from './images.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a challenge dragged to another day is moved there after a confirmation', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/calendar')
  await db.rows(sql`
    insert into challenges (id, title, description, type, kind, status, start_date, deadline, voting_ends_at)
    values (gen_random_uuid(), 'Night market', 'Draw it', 'weekly', 'image', 'upcoming', '2040-03-06T09:00Z',
      '2040-03-13T09:00Z', '2040-03-16T09:00Z')`)
  await page.goto('/admin/calendar?month=2040-03&zone=UTC')
  const entry = page.getByRole('listitem').filter({ hasText: /^Opens/ })
  const target = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Mar 8, 2040' }) })
  await expect(entry).toHaveAttribute('draggable', 'true')
  await entry.dragTo(target)
  await expect(page.getByLabel('Move to')).toHaveValue('2040-03-08')
  await expect(page.getByText('Its followers are told.')).toBeVisible()
  expect(await startOf()).toEqual(new Date('2040-03-06T09:00Z'))
  await page.getByRole('button', { name: 'Move Challenge' }).click()
  await expect(page).toHaveURL(/\/admin\/calendar\?month=2040-03/)
  await expect(target).toContainText('Night market')
  expect(await startOf()).toEqual(new Date('2040-03-08T09:00Z'))

  async function startOf(): Promise<Date | undefined> {
    const row = await db.row<{ starts: Date }>(sql`
      select start_date as starts from challenges where title = 'Night market'`)
    return row?.starts
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a series is paused, and a refused form keeps what was typed', async ({ page, db, faults }) => {
    faults.expect(/\b422\b/)
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/series/new')
    await page.getByLabel('Name').fill('Monday prompt')
    await page.getByLabel('Starts at').fill('18:30')
    await page.getByRole('button', { name: 'Create Series' }).click()
    await expect(page.getByText('Please upload an image for the challenges').first()).toBeVisible()
    await expect(page.getByLabel('Starts at')).toHaveValue('18:30')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
    await page.getByRole('button', { name: 'Create Series' }).click()
    await expect(page.getByText('The queue is empty, so no challenge is made.')).toBeVisible()
    await page.getByRole('link', { name: 'Pause Monday prompt' }).click()
    await page.getByRole('button', { name: 'Pause Series' }).click()
    await expect(page.getByText('Paused: it makes no challenges until you resume it.')).toBeVisible()
  })
})
