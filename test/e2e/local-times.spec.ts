import { makeChallenge } from '#test/builders.ts'
import { hydrated } from './pages.ts'
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
  await hydrated(page)
  await expect(time).toHaveText(new RegExp(local))
  await expect(time).not.toContainText('UTC')
})
