import sql from 'sql-template-tag'
import { makeDueChallenges } from '#domain/series/make.server.ts'
import { drawing } from './images.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { phone } from './pages.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const PROMPTS = ['Lanterns', 'Bridges', 'Ferries', 'Roofs']

test.describe('on a phone, by keyboard', () => {
  test.use({ ...phone, timezoneId: 'Europe/Berlin' })

  test('an administrator schedules four weeks, sees them on the calendar and moves one', async ({
    page,
    db,
  }) => {
    test.slow()
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/series')
    await pressOn(page, page.getByRole('link', { name: 'New Series' }))
    await type('Name', 'Monday prompt')
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
    await pressOn(page, page.getByRole('button', { name: 'Create Series' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monday prompt')
    for (const prompt of PROMPTS) {
      await pressOn(page, page.getByRole('link', { name: 'Add Prompt', exact: true }))
      await type('Title', prompt)
      await type('Description', `Draw ${prompt}.`)
      await pressOn(page, page.getByRole('button', { name: 'Add Prompt' }))
      await expect(page.getByRole('region', { name: 'Queue' }).getByText(prompt)).toBeVisible()
    }
    const dates = page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
    for (const [index, prompt] of PROMPTS.entries()) await expect(dates.nth(index)).toContainText(prompt)

    // All four are due: each is made once, here or by the server, and stands on the calendar.
    await db.rows(sql`update series set ahead_days = 60, make_at = app_now()`)
    await Promise.all([makeDueChallenges(db), makeDueChallenges(db)])
    await expect.poll(async () => (await madeStarts()).map(({ title }) => title)).toEqual(PROMPTS)
    const starts = await madeStarts()
    for (const { title, month, day } of starts) {
      await page.goto(`/admin/calendar?month=${month}&zone=Europe/Berlin`)
      const cell = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: day }) })
      await expect(cell).toContainText(new RegExp(`Opens, 9:00\\sAM.*${title}`))
    }

    const [, , , last] = starts
    await pressOn(page, page.getByRole('link', { name: `Move ${last?.title}` }))
    const day = page.getByLabel('Move to')
    const later = new Date(Date.parse(`${await day.inputValue()}T12:00Z`) + 86_400_000)
      .toISOString()
      .slice(0, 10)
    await day.fill(later)
    await tabTo(page, page.getByRole('button', { name: 'Move Challenge' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/calendar/)
    await expect(page.getByText('Challenge moved')).toBeVisible()
    const [moved] = await db.rows<{ day: string }>(sql`
      select to_char(start_date at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as day
      from challenges where title = ${last?.title}`)
    expect(moved?.day).toBe(`${later} 09:00`)

    function madeStarts() {
      return db.rows<{ title: string; month: string; day: string }>(sql`
        select title, to_char(start_date at time zone 'Europe/Berlin', 'YYYY-MM') as month,
          to_char(start_date at time zone 'Europe/Berlin', 'FMDay, Mon FMDD, YYYY') as day
        from challenges where status = 'upcoming' order by start_date`)
    }

    async function type(label: string, text: string): Promise<void> {
      await tabTo(
        page,
        page.getByLabel(label, { exact: true }).or(page.getByRole('textbox', { name: label })),
      )
      await page.keyboard.type(text)
    }
  })
})

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
