import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { hold, hydrated, phone, toast } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

const titles = ['Lantern stall', 'Midnight broth', 'Paper rain', 'Last tram']

async function secretBallot(db: Database): Promise<string> {
  const challenge = await makeChallenge(db, { showVotes: false, title: 'Night market' })
  const creationProcess = Array.from({ length: 40 }, (_, n) => `Step ${n + 1}.`).join('\n\n')
  for (const title of titles)
    await makeSubmission(db, await makeMember(db), challenge, { title, creationProcess })
  await openVoting(db, challenge)
  return challenge
}

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

function place(page: Page) {
  return page.getByRole('main').getByText(/^(Entry \d of \d|Removed)/)
}

function star(page: Page) {
  return page.getByRole('button', { name: 'Shortlist' })
}

function step(page: Page, name: 'Next' | 'Previous') {
  return page.getByRole('link', { name, exact: true })
}

async function seenBy(db: Database, member: Member): Promise<number> {
  const row = await db.row<{ seen: number }>(sql`
    select count(*)::int as seen from impressions where user_id = ${member.id}`)
  return row?.seen ?? 0
}

test.describe('on a phone', () => {
  test.use({ ...phone, isMobile: true })

  test('a member swipes through the entries, stars two, compares them, and votes', async ({ page, db }) => {
    const challenge = await secretBallot(db)
    await signIn(page, 'ann@example.org', `/challenges/${challenge}`)
    const ann = await memberOf(db, 'ann@example.org')
    await page.getByRole('link', { name: 'Look at them one by one' }).tap()
    await expect(place(page)).toHaveText('Entry 1 of 4')
    await hydrated(page)
    const order: string[] = []
    for (const number of [1, 2, 3, 4]) {
      await expect(place(page)).toHaveText(`Entry ${number} of 4`)
      order.push((await title(page).textContent()) ?? '')
      await expect.poll(() => seenBy(db, ann)).toBe(number)
      await expect(page).toHaveTitle(new RegExp(`^Entry ${number} of 4: ${order.at(-1)}`))
      if (number % 2 === 0) {
        await star(page).tap()
        await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
      }
      await swipe(page, 'left')
    }
    expect(order.toSorted()).toEqual(titles.toSorted())
    await expect(title(page)).toHaveText(order[3] ?? '')
    await expect(page.getByText('Seen 4 of 4')).toBeVisible()
    await swipe(page, 'right')
    await expect(title(page)).toHaveText(order[2] ?? '')

    await page.getByRole('link', { name: 'Shortlist 2' }).tap()
    await expect(place(page)).toHaveText('Entry 1 of 2')
    await expect(title(page)).toHaveText(order[1] ?? '')
    await swipe(page, 'left')
    await expect(title(page)).toHaveText(order[3] ?? '')
    await page.getByRole('button', { name: 'Vote for this submission' }).tap()
    await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
    await expect(place(page)).toHaveText('Entry 2 of 2')
    await swipe(page, 'right')
    await page.getByRole('button', { name: 'Move my vote here' }).tap()
    await expect(toast(page)).toContainText('Your vote has been moved to this submission')
    await star(page).tap()
    await expect(place(page)).toHaveText(/^Removed/)
    await swipe(page, 'left')
    await expect(place(page)).toHaveText('Entry 1 of 1')
    await page.getByRole('link', { name: 'View Your Vote' }).tap()
    await expect(title(page)).toHaveText(order[1] ?? '')
    await page.getByRole('button', { name: 'Unvote' }).tap()
    await expect(page.getByRole('button', { name: 'Vote for this submission' })).toBeVisible()
    await expect.poll(() => db.rows(sql`select 1 as vote from votes`)).toEqual([])
  })

  test('a vertical or short movement scrolls and does not move on', async ({ page, db }) => {
    const challenge = await secretBallot(db)
    await signIn(page, 'ann@example.org', `/challenges/${challenge}/voting-room`)
    await hydrated(page)
    const shown = await title(page).textContent()
    await move(page, { x: 200, y: 600 }, { x: 150, y: 250 })
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await move(page, { x: 200, y: 400 }, { x: 160, y: 402 })
    await expect(place(page)).toHaveText('Entry 1 of 4')
    await expect(title(page)).toHaveText(shown ?? '')
  })
})

test('arrow keys move on, and the link at an end keeps the focus', async ({ page, db }) => {
  const challenge = await secretBallot(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/voting-room`)
  await hydrated(page)
  await page.keyboard.press('ArrowLeft')
  await expect(place(page)).toHaveText('Entry 1 of 4')
  await page.keyboard.press('ArrowRight')
  await expect(place(page)).toHaveText('Entry 2 of 4')
  await page.keyboard.press('ArrowLeft')
  await expect(place(page)).toHaveText('Entry 1 of 4')
  for (const number of [2, 3, 4]) {
    await step(page, 'Next').press('Enter')
    await expect(place(page)).toHaveText(`Entry ${number} of 4`)
  }
  await expect(step(page, 'Next')).toBeFocused()
  await step(page, 'Next').press('Enter')
  await expect(place(page)).toHaveText('Entry 4 of 4')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a member opens the entries in turn, stars one, and votes', async ({ page, db }) => {
    const challenge = await secretBallot(db)
    await signIn(page, 'ann@example.org', `/challenges/${challenge}/submissions`)
    const ann = await memberOf(db, 'ann@example.org')
    await page.getByRole('link', { name: 'Look at them one by one' }).click()
    for (const number of [1, 2, 3]) {
      await expect(place(page)).toHaveText(`Entry ${number} of 4`)
      expect(await seenBy(db, ann)).toBe(number)
      await step(page, 'Next').click()
    }
    await expect(place(page)).toHaveText('Entry 4 of 4')
    const last = (await title(page).textContent()) ?? ''
    await star(page).click()
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
    await step(page, 'Previous').click()
    await page.getByRole('link', { name: 'Shortlist 1' }).click()
    await expect(title(page)).toHaveText(last)
    await page.getByRole('button', { name: 'Vote for this submission' }).click()
    await expect(toast(page)).toContainText("You've voted for this submission")
    await expect(place(page)).toHaveText('Entry 1 of 1')
    await star(page).click()
    await expect(place(page)).toHaveText(/^Removed/)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(place(page)).toHaveText('Entry 4 of 4')
    await page.getByRole('button', { name: 'Unvote' }).click()
    await expect(page.getByRole('button', { name: 'Vote for this submission' })).toBeVisible()
  })
})

/** Across most of the screen, over the title. */
async function swipe(page: Page, direction: 'left' | 'right'): Promise<void> {
  const box = await title(page).boundingBox()
  const y = (box?.y ?? 0) + 10
  const [from, to] = direction === 'left' ? [320, 60] : [60, 320]
  await move(page, { x: from, y }, { x: to, y })
}

interface Point {
  x: number
  y: number
}

/** Moves a finger as the operating system reports it, so that the browser decides what scrolls. */
async function move(page: Page, from: Point, to: Point): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (let part = 1; part <= 10; part++) {
    const at = (start: number, end: number) => start + ((end - start) * part) / 10
    await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }])
  }
  await touch('touchEnd', [])
  await client.detach()
}

test('Retry casts a vote that was lost, also from the next entry after another form was sent', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/ERR_FAILED|Failed to fetch/)
  const challenge = await secretBallot(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}`)
  const ann = await memberOf(db, 'ann@example.org')
  await page.getByRole('link', { name: 'Look at them one by one' }).click()
  await expect(place(page)).toHaveText('Entry 1 of 4')
  await hydrated(page)
  const first = await title(page).textContent()
  const vote = await hold(page, '**/vote.data*')
  await page.getByRole('button', { name: /^Vote/ }).click()
  await vote.held
  await step(page, 'Next').click()
  await expect(place(page)).toHaveText('Entry 2 of 4')
  await star(page).click()
  const stars = sql`select 1 from shortlists where user_id = ${ann.id}`
  await expect.poll(async () => (await db.rows(stars)).length).toBe(1)
  vote.abort()
  await toast(page).getByRole('button', { name: 'Retry' }).click()
  const voted = sql`
    select s.title from votes v join submissions s on s.id = v.submission_id where v.user_id = ${ann.id}`
  await expect.poll(() => db.rows(voted)).toEqual([{ title: first }])
  expect(await db.rows(stars)).toHaveLength(1)
})
