import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { DAY } from '#domain/challenges/rules.ts'
import type { Member } from '#domain/members/rules.ts'
import { newSetupCode } from '#domain/people/first-administrator.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { accepted, as, makeMembers, makeSubmission } from '#test/builders.ts'
import { openReceiver } from '#test/webhooks.ts'
import { expectStatus } from './challenges.ts'
import { drawing } from './images.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { expectToast, phone } from './pages.ts'
import { expect, test } from './test.ts'

const PROMPTS = ['Lanterns', 'Bridges', 'Ferries', 'Roofs']

test.use({ ...phone, timezoneId: 'Europe/Berlin' })

test('an organiser runs a season of a new site by keyboard, on a phone (AUTH-42, ADM-110, ADM-119)', async ({
  page,
  db,
  visitor,
  faults,
}) => {
  test.slow()
  faults.expect(/\b404\b.*\/setup|\b422\b/)
  const guest = await visitor()
  const main = page.getByRole('main')
  const steps = page.getByRole('region', { name: 'Set up your site' })
  const area = page.getByRole('navigation', { name: 'Administration' })
  const sections = page.getByRole('navigation', { name: 'Sections of this challenge' })

  async function goTo(label: string): Promise<void> {
    // On phones, the pages of a challenge have its sections in place of this menu.
    if (!(await area.isVisible())) {
      await tabTo(page, page.getByRole('link', { name: 'All challenges' }), 'Shift+Tab')
      await page.keyboard.press('Enter')
    }
    await tabTo(page, area.getByRole('link', { name: label, exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expectHeading(page, label)
  }

  await test.step('becomes its administrator', async () => {
    expect((await guest.goto('/setup'))?.status()).toBe(404)
    const code = (await newSetupCode(db, { emails: [], userIds: [] })) ?? ''
    await page.goto('/setup')
    await expect(page).toHaveURL('/login?redirect=%2Fsetup')
    await pressOn(page, page.getByRole('button', { name: 'Decline non-essential cookies' }))
    await pressOn(page, page.getByRole('button', { name: 'Sign in with a demo account' }))
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await typeInto(page, 'Your name', 'Rei')
    await typeInto(page, 'E-mail address', 'rei@example.org')
    await page.keyboard.press('Enter')
    await pressOn(page, page.getByRole('link', { name: 'Skip', exact: true }))
    await expectHeading(page, 'First administrator')
    await typeInto(page, 'Code', 'K7QM-4TXD')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is not the code, or it has expired.')).toBeVisible()
    await expect(page.getByLabel('Code')).toHaveValue('K7QM-4TXD')
    await typeInto(page, 'Code', code.toLowerCase())
    await page.keyboard.press('Enter')
    await expectToast(page, 'You are the administrator of this site.')
    await expect(page).toHaveURL('/admin')
    expect((await guest.goto('/setup'))?.status()).toBe(404)
  })

  await test.step('names it and gives it a colour', async () => {
    await guest.goto('/')
    await expect(guest).toHaveTitle(/Creative Dojo$/)
    await pressOn(page, steps.getByRole('link', { name: 'Name your site' }))
    await expectHeading(page, 'Site Settings')
    await typeInto(page, 'Name', 'Ink House')
    await typeInto(page, 'Tagline', 'Draw at dusk')
    await typeInto(page, 'Contact address', 'nobody')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter an e-mail address')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ink House')
    await typeInto(page, 'Contact address', 'help@ink.example')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Site settings saved')
    await expect(page.getByRole('banner').getByText('Ink House')).toBeVisible()
    await typeInto(page, 'Accent colour (optional)', '#1f5fa8')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Accent colour: ')).toBeVisible()
    await guest.goto('/contact')
    await expect(guest).toHaveTitle(/Ink House$/)
    await expect(guest.getByRole('link', { name: 'help@ink.example' }).first()).toBeVisible()
    await goTo('Dashboard')
    await expect(steps.getByRole('link')).toHaveCount(3)
    await pressOn(page, steps.getByRole('link', { name: 'Create the first challenge' }))
    await expectHeading(page, 'Create New Challenge')
  })

  await test.step('schedules four weeks', async () => {
    await goTo('Challenges')
    await pressOn(page, main.getByRole('link', { name: 'Series' }))
    await pressOn(page, page.getByRole('link', { name: 'New Series' }))
    await expectHeading(page, 'New Series')
    await typeInto(page, 'Name', 'Monday prompt')
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
    // The file dialog of the system cannot be driven from the page.
    await tabTo(page, page.getByLabel('Image', { exact: true }))
    await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
    await pressOn(page, page.getByRole('button', { name: 'Create Series' }))
    await expectHeading(page, 'Monday prompt')
    for (const prompt of PROMPTS) {
      await pressOn(page, page.getByRole('link', { name: 'Add Prompt', exact: true }))
      await typeInto(page, 'Title', prompt)
      await typeInto(page, 'Description', `Draw ${prompt}.`)
      await pressOn(page, page.getByRole('button', { name: 'Add Prompt' }))
      await expect(page.getByRole('region', { name: 'Queue' }).getByText(prompt)).toBeVisible()
    }
    const dates = page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
    for (const [index, prompt] of PROMPTS.entries()) await expect(dates.nth(index)).toContainText(prompt)
    await pressOn(page, page.getByRole('link', { name: 'Edit Monday prompt' }))
    await expectHeading(page, 'Edit Series')
    await typeInto(page, 'Days ahead', '60')
    await pressOn(page, page.getByRole('button', { name: 'Update Series' }))
    await expect.poll(async () => (await scheduled(db)).map(({ title }) => title)).toEqual(PROMPTS)
    await guest.goto('/challenges/all')
    await expect(guest.getByRole('link', { name: 'Lanterns' }).first()).toBeVisible()
  })

  await test.step('sees them on the calendar and moves one', async () => {
    await expectHeading(page, 'Monday prompt')
    await goTo('Challenges')
    await pressOn(page, main.getByRole('link', { name: 'Calendar' }))
    await expectHeading(page, 'Calendar')
    for (const { title, month, day } of await scheduled(db)) {
      if (
        !page.url().includes(`month=${month}`) &&
        !(await page.getByRole('heading', { name: day }).isVisible())
      )
        await pressOn(page, page.getByRole('link', { name: 'Later' }))
      const cell = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: day }) })
      await expect(cell).toContainText(new RegExp(`Opens, 9:00\\sAM.*${title}`))
    }
    await pressOn(page, page.getByRole('link', { name: 'Move Roofs' }))
    const day = page.getByLabel('Move to')
    await tabTo(page, day)
    const later = new Date(Date.parse(await day.inputValue()) + DAY).toISOString().slice(0, 10)
    const [year, month, date] = later.split('-')
    await page.keyboard.type(`${month}${date}${year}`)
    await expect(day).toHaveValue(later)
    await pressOn(page, page.getByRole('button', { name: 'Move Challenge' }))
    await expectToast(page, 'Challenge moved')
    await expect(page).toHaveURL(/\/admin\/calendar/)
    expect((await scheduled(db)).find(({ title }) => title === 'Roofs')?.start).toBe(`${later} 09:00`)
  })

  const entries: { id: string; title: string; author: Member }[] = []
  const [first] = await scheduled(db)
  const id = first?.id ?? ''
  await test.step('opens the first one, takes ten entries and closes it early', async () => {
    await goTo('Challenges')
    await pressOn(page, page.getByRole('link', { name: 'Lanterns', exact: true }))
    await take(page, 'Open now Lanterns', 'Open Challenge', 'Challenge opened.')
    await expectStatus(db, id, 'active')
    for (const [index, author] of (await makeMembers(db, 10)).entries()) {
      const title = `Lantern ${index + 1} of ten`
      entries.push({ id: await makeSubmission(db, author, id, { title }), title, author })
    }
    await page.reload()
    await take(
      page,
      'Close entries now Lanterns',
      'Close Entries',
      'Entries closed. Those who rely on the dates are told.',
    )
    await guest.goto(`/challenges/${id}`)
    await expect(guest.getByRole('list', { name: 'Changes' })).toContainText(
      'Entries closed by the organisers',
    )
  })

  await test.step('moderates them by keys', async () => {
    const title = page.getByRole('heading', { level: 1 })
    const decision = page.getByRole('region', { name: 'Decision' })
    await pressOn(page, page.getByRole('link', { name: 'Review 10 entries' }))
    for (const entry of entries) {
      await expect(title).toHaveText(entry.title)
      if (entry === entries[4]) {
        await page.keyboard.press('r')
        await page.keyboard.type('Not a lantern')
        await page.keyboard.press('Enter')
        await expect(decision).toContainText(`${entry.title} rejected`)
        await page.keyboard.press('z')
        await expect(title).toHaveText(entry.title)
      }
      await page.keyboard.press(entry === entries[9] ? 'r' : 'a')
    }
    await page.keyboard.type('Made of paper')
    await page.keyboard.press('Enter')
    await expectHeading(page, 'Review')
    await expect(page.getByRole('heading', { name: 'All reviewed' })).toBeVisible()
    await pressOn(page, page.getByRole('link', { name: 'Back to the challenge' }))
    await expectHeading(page, 'Lanterns')
    expect(await db.rows(sql`select title from submissions where status = 'approved'`)).toHaveLength(9)
    expect(await db.rows(sql`select title from submissions where status = 'rejected'`)).toEqual([
      { title: entries[9]?.title },
    ])
  })

  await test.step('decides a tie', async () => {
    await take(
      page,
      'Start voting now Lanterns',
      'Start Voting',
      'Voting started. Those who rely on the dates are told.',
    )
    await expectStatus(db, id, 'voting')
    // Two votes each for the second and the third entry.
    for (const [voter, entry] of [
      [0, 2],
      [3, 2],
      [4, 1],
      [5, 1],
    ] as const)
      accepted(await castVote(db, as(entries[voter]?.author ?? null), id, entries[entry]?.id ?? ''))
    const winner = entries[1]?.author.displayName ?? ''
    await take(
      page,
      'Complete now Lanterns',
      'Complete Challenge',
      'Challenge completed successfully! Points have been awarded to participants.',
      `${winner} leads with 2 votes and will win 100 bonus points. 2 entries have as many; the one that was finished first wins.`,
    )
    await pressOn(page, sections.getByRole('link', { name: 'Results' }))
    await expect(page.getByRole('row').filter({ hasText: winner })).toContainText('2')
    await pressOn(page, page.getByRole('link', { name: 'Public results' }))
    await expect(main).toContainText('Two entries had as many votes. This one was final earlier.')
    await page.goBack()
  })

  await test.step('announces to the people of the finished contest', async () => {
    await pressOn(page, sections.getByRole('link', { name: 'Overview' }))
    await pressOn(page, page.getByRole('link', { name: 'Write an announcement about Lanterns' }))
    await expectHeading(page, 'New Announcement')
    await typeInto(page, 'Title', 'Thank you')
    await typeInto(page, 'Text', 'The lanterns hang in the hall until March.')
    await pressOn(page, page.getByRole('button', { name: 'Review' }))
    await expect(page.getByRole('heading', { name: 'Send Announcement' })).toBeFocused()
    await expect(main).toContainText('Up to 9 members')
    await pressOn(page, page.getByRole('button', { name: 'Send Announcement' }))
    await expectToast(page, 'Announcement sent. Members are told within the next minutes.')
    await expect.poll(async () => (await told(db, 'Thank you')).length).toBe(9)
  })

  await test.step('makes a moderator', async () => {
    const helper = entries[1]?.author.displayName ?? ''
    await goTo('People')
    await typeInto(page, 'Name of a member', helper)
    await page.keyboard.press('Enter')
    await take(page, `Make Moderator ${helper}`, 'Make Moderator')
    await expect(page.getByRole('row').filter({ hasText: helper })).toContainText('Moderator')
  })

  await test.step('connects Discord', async () => {
    const { url, received, close } = await openReceiver()
    await goTo('Webhooks')
    await pressOn(page, page.getByRole('link', { name: 'New Webhook' }))
    await typeInto(page, 'Name', 'Our Discord')
    await typeInto(page, 'Address', url)
    await tabTo(page, page.getByLabel('Format'))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel('Format')).toHaveValue('discord')
    await pressOn(page, page.getByRole('button', { name: 'Create Webhook' }))
    await expectHeading(page, 'Our Discord')
    await pressOn(page, page.getByRole('button', { name: 'Send a Test' }))
    await expect.poll(() => received.length).toBe(1)
    await goTo('Challenges')
    await pressOn(page, page.getByRole('link', { name: 'Bridges', exact: true }))
    await take(page, 'Open now Bridges', 'Open Challenge', 'Challenge opened.')
    await expect.poll(() => received.length).toBe(2)
    const [embed] = JSON.parse(received[1]?.body ?? '').embeds
    expect(embed).toMatchObject({ title: 'Bridges', image: { url: expect.stringContaining('/share.png') } })
    close()
  })

  await test.step('reads the figures of the season', async () => {
    await goTo('Dashboard')
    await expect(steps).toBeHidden()
    await pressOn(page, main.locator('summary', { hasText: 'Show as table' }))
    const today = page
      .getByRole('table', { name: /Votes, entries and sign-ups/ })
      .getByRole('row')
      .nth(1)
    await expect(today).toContainText(/4\s*10\s*11/)
    await pressOn(page, page.getByRole('banner').locator('summary', { hasText: 'Menu' }))
    await pressOn(
      page,
      page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Leaderboard' }),
    )
    await pressOn(page, page.getByRole('link', { name: 'This season' }))
    // 25 for the entry, 5 for each vote, 25 for taking part and 100 for the win.
    const winner = page.getByRole('row').filter({ hasText: entries[1]?.author.displayName ?? '' })
    await expect(winner).toContainText('160')
  })
})

async function expectHeading(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
}

/** Opens a confirmation by its link, which may say more, and confirms. The focus comes back from the dialog. */
async function take(page: Page, link: string, title: string, toast?: string, asked?: string): Promise<void> {
  const opener = page.getByRole('link', { name: link, exact: true }).first()
  await pressOn(page, opener)
  const dialog = page.getByRole('dialog', { name: title })
  const confirm = dialog.getByRole('button', { name: title })
  await confirm.waitFor()
  if (asked) await expect(dialog).toContainText(asked)
  await pressOn(page, confirm)
  if (toast) await expectToast(page, toast)
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

function scheduled(db: Database) {
  return db.rows<{ id: string; title: string; start: string; month: string; day: string }>(sql`
    select id, title, to_char(start, 'YYYY-MM-DD HH24:MI') as start, to_char(start, 'YYYY-MM') as month,
      to_char(start, 'FMDay, Mon FMDD, YYYY') as day
    from challenges cross join lateral (select start_date at time zone 'Europe/Berlin' as start) at_home
    where status = 'upcoming' order by start_date`)
}

/** Who has the announcement in their notifications. */
function told(db: Database, title: string) {
  return db.rows(sql`
    select n.user_id from notifications n join notification_events e on e.id = n.event_id
    join announcements a on a.id = e.announcement_id where a.title = ${title}`)
}
