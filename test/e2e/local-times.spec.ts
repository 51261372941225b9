import sql from 'sql-template-tag'
import { makeChallenge, makeSubmission } from '#test/builders.ts'
import { memberOf, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use({ timezoneId: 'Asia/Tokyo' })

const deadline = new Date('2031-05-04T20:30:00Z')
const local = 'May 5, 2031 at 5:30\u00a0AM'

test('times are local before the scripts of a page run, and stay so', async ({ page, db, faults }) => {
  faults.expect(/ERR_/)
  const path = `/challenges/${await makeChallenge(db, { status: 'upcoming', deadline })}`
  const time = page.locator(`main time[datetime="${deadline.toISOString()}"]`).first()
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await expect(time).toHaveText(new RegExp(local))
  await page.unroute('**/*.js')
  await page.goto(path)
  await expect(time).toHaveText(new RegExp(local))
  await expect(time).not.toContainText('UTC')
})

test('the times of a receipt and of the profile form are local at once', async ({ page, db, faults }) => {
  faults.expect(/ERR_/)
  const soon = new Date(Date.now() + 5 * 3_600_000)
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  await db.rows(sql`update users set joined_date = '2026-03-01T20:30:00Z' where id = ${ann.id}`)
  const id = await makeChallenge(db, { deadline: soon })
  await makeSubmission(db, ann, id)
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`/challenges/${id}/submit?sent`, { waitUntil: 'domcontentloaded' })
  const hour = soon.toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Asia/Tokyo',
  })
  await expect(page.locator(`main time[datetime="${soon.toISOString()}"]`).first()).toHaveText(hour)
  await page.goto('/profile/edit', { waitUntil: 'domcontentloaded' })
  await expect(page.getByText('March 2, 2026')).toBeVisible()
})
