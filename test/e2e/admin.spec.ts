import sql from 'sql-template-tag'
import { ADMIN_LINKS } from '#app/frame/admin-links.ts'
import { DAY } from '#domain/challenges/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { wallClock } from '#platform/zoned-time.ts'
import { daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { expectStatus, passStartDate } from './challenges.ts'
import { drawing } from './images.ts'
import { hold, hydrated, scriptsRun, toast } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const zone = 'Asia/Tokyo'
test.use({ timezoneId: zone })

test('a scheduled challenge opens at its start date, and is completed', async ({
  page,
  db,
  visitor,
  faults,
}) => {
  faults.expect(/\b409\b/)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin')
  await page.getByRole('link', { name: 'Create New Challenge' }).click()
  await expect(page).toHaveTitle('Create New Challenge | Creative Dojo')
  await hydrated(page)
  await page.getByLabel('Title').fill('Night market')
  await page.getByLabel('Description').fill('Draw what is sold after dark.')
  const automatic = page.getByLabel('Activate automatically at the start date')
  const deadline = page.getByLabel('Deadline', { exact: true })
  const week = await deadline.inputValue()
  await page.getByLabel('Duration').selectOption('daily')
  await expect(deadline).not.toHaveValue(week)
  await page.getByLabel('Duration').selectOption('weekly')
  await expect(deadline).toHaveValue(week)
  await automatic.check()
  await expect(page.getByLabel('Status')).toHaveAccessibleDescription(/Will be saved as Active/)
  await page.getByLabel('Status').selectOption('draft')
  await expect(automatic).not.toBeChecked()
  const starts = new Date(Math.ceil(Date.now() / DAY + 1) * DAY)
  await page.getByLabel(/^Start Date/).fill(wallClock(starts, zone))
  await expect(automatic).toBeChecked()
  await expect(page.getByLabel('Status')).toHaveValue('upcoming')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Night market' })).toContainText('Upcoming')
  const { id, startDate } = await challengeOf(db, 'Night market')
  expect(startDate).toEqual(starts)

  const member = await visitor()
  await signIn(member, 'ann@example.org', `/challenges/${id}`)
  await expect(member.getByText('Upcoming').first()).toBeVisible()
  const enter = member.getByRole('complementary').getByRole('link', { name: 'Submit Entry' })
  await expect(enter).toBeHidden()
  await passStartDate(db, id)
  await expectStatus(db, id, 'active')
  await member.reload()
  await enter.click()
  await expect(member.getByRole('heading', { name: 'Submit to: Night market' })).toBeVisible()

  await page.reload()
  await page.getByRole('link', { name: 'Edit Night market' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Challenge: Night market')
  await page.getByLabel('Title').fill('Night market, second night')
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'second night' })).toContainText('Active')
  await member.goto(`/challenges/${id}`)
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('Night market, second night')

  await page.getByRole('link', { name: 'Edit Night market, second night' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Edit Challenge: .* second night$/)
  await page.getByLabel('Status').selectOption('completed')
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  const confirmation = page.getByRole('region', { name: 'Complete Challenge' })
  await expect(confirmation).toBeFocused()
  await expect(confirmation).toContainText('There are no participants to reward.')
  await confirmation.getByRole('button', { name: 'Complete Challenge' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'second night' })).toContainText('Completed')
})

test('the actions of a row are in one line or two, and stack on a phone', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  const displayName = 'W'.repeat(30)
  const author = await makeMember(db, { displayName })
  const title = 'A challenge with a title of two lines'
  await makeSubmission(db, author, await makeChallenge(db, { title }), { title: 'M'.repeat(40) })
  const lists: [path: string, row: string, last: string, lines: number][] = [
    ['/admin/challenges', title, 'Duplicate', 1],
    ['/admin/submissions', 'M'.repeat(40), 'Delete', 1],
    // One line would leave no room for e-mail addresses.
    ['/admin/leaderboard', displayName, 'Suspend', 2],
  ]
  for (const [path, name, last, lines] of lists) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    const row = page.getByRole('row').filter({ hasText: name })
    const actions = row.getByRole('cell').last()
    const [cell, action] = await Promise.all([
      actions.boundingBox(),
      actions.getByRole('link', { name: last }).boundingBox(),
    ])
    const tops = await actions
      .locator('a, button')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(new Set(tops).size, path).toBe(lines)
    expect((action?.x ?? 0) + (action?.width ?? 0)).toBeLessThan((cell?.x ?? 0) + (cell?.width ?? 0))
    expect((await row.boundingBox())?.height).toBeLessThan(140)

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect((await actions.boundingBox())?.width).toBeGreaterThan(280)
  }
})

test('a confirmation that was overtaken says why, and can be sent again', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  await signInAsAdmin(page, db, 'rei@example.org')
  const first = await makeChallenge(db, { title: 'Red kite', deadline: daysFromNow(5) })
  const second = await makeChallenge(db)
  const overtake = (id: string) =>
    db.rows(
      sql`update challenges set title = 'A new name', deadline = deadline - interval '1 hour' where id = ${id}`,
    )
  await page.goto('/admin/challenges')
  await page.getByRole('link', { name: 'Extend Red kite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend Challenge' })
  const extend = dialog.getByRole('button', { name: 'Extend Challenge' })
  await expect(extend).toBeVisible()
  await overtake(first)
  await extend.click()
  await expect(dialog.getByRole('alert')).toContainText('It has changed since you opened it')
  await expect(dialog.getByText('A new name')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('It has changed since you opened it')
  await extend.click()
  await expect(toast(page)).toContainText('Challenge deadline extended by one week')

  await page.goto(`/admin/challenges/${second}/steps/complete`)
  await overtake(second)
  const complete = page.getByRole('button', { name: 'Complete Challenge' })
  await complete.click()
  await expect(page.getByRole('alert')).toContainText('It has changed since you opened it')
  await expect(page.getByText('A new name')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('It has changed since you opened it')
  await complete.click()
  await expect(toast(page)).toContainText('Challenge completed successfully!')
})

test('on a phone the menu is one row with the current page in view', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('navigation', { name: 'Administration' })
  for (const [path, label] of [
    ['/admin/audit', 'Audit Log'],
    ['/admin', 'Dashboard'],
    ['/admin/submissions', 'Submissions'],
  ] as const) {
    await page.goto(path)
    await expect(menu.getByRole('link', { name: label, exact: true })).toBeInViewport({ ratio: 1 })
    expect((await menu.boundingBox())?.height).toBeLessThan(70)
  }
})

test('on a wide screen every page of the area opens at its top', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.setViewportSize({ width: 1280, height: 480 })
  for (const { to } of ADMIN_LINKS) {
    await page.goto(to)
    await scriptsRun(page)
    expect([to, await page.evaluate(() => window.scrollY)]).toEqual([to, 0])
  }
})

test('a form that was saved takes no changes, and leaves links alone', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  const challenge = await makeChallenge(db)
  await page.goto('/leaderboard')
  await page.goto(`/admin/challenges/${challenge}/edit`)
  await page.getByLabel('Title').fill('Night market')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  await expect(page.getByText('Challenge updated successfully!').first()).toBeVisible()
  expect(await page.getByLabel('Title').evaluate((field) => field.closest('[inert]') !== null)).toBe(true)
  const data = await hold(page, '**/leaderboard.data*', 'GET')
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click()
  await data.held
  await page.waitForTimeout(2_000)
  data.release()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Leaderboard')
})

test('a member is denied access, a visitor signs in first', async ({ page, db, visitor, faults }) => {
  faults.expect(/\b403\b/)
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  for (const path of ['/admin', '/admin/challenges/new', `/admin/challenges/${challenge}/edit`]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(403)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await expect(page).toHaveTitle('Access Denied | Creative Dojo')
    await expect(page.getByRole('main')).toContainText(
      "You don't have permission to access the admin dashboard. Please contact the site administrator if you believe this is an error.",
    )
  }
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')

  const stranger = await visitor()
  await stranger.goto('/admin/challenges/new')
  await expect(stranger).toHaveURL('/login?redirect=%2Fadmin%2Fchallenges%2Fnew')
})

interface Saved {
  id: string
  status: string
  startDate: Date | null
  imageUrl: string | null
}

async function challengeOf(db: Database, title: string): Promise<Saved> {
  const challenge = await db.row<Saved>(sql`
    select id, status, start_date as "startDate", image_url as "imageUrl" from challenges where title = ${title}`)
  if (!challenge) throw new Error(`No challenge ${title}`)
  return challenge
}
