import type { Page } from '@playwright/test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { addToShortlist } from '#domain/ballot/shortlist.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { hold, holdScript, hydrated, phone, toast } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import type { Site } from './site.ts'
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

/** Three completed challenges that a member won, the first one of two entries. */
async function workOf(db: Database) {
  const [maker, voter, admin] = [await makeMember(db), await makeMember(db), await makeAdmin(db)]
  const [works, challenges] = [titles.slice(0, 3), [] as string[]]
  for (const title of works) {
    const challenge = await makeChallenge(db)
    const entry = await makeSubmission(db, maker, challenge, { title, tools: ['Grain'] })
    if (challenges.length === 0) await makeSubmission(db, voter, challenge, { title: 'Without a vote' })
    await openVoting(db, challenge)
    await castVote(db, as(voter), challenge, entry)
    await completeChallenge(db, as(admin), challenge)
    challenges.push(challenge)
  }
  return { maker, challenges, works }
}

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

function place(page: Page) {
  return page.getByRole('main').getByText(/^(Entry \d of \d|Removed from your shortlist)$/)
}

function star(page: Page) {
  return page.getByRole('button', { name: 'Shortlist' })
}

function step(page: Page, name: 'Next' | 'Previous') {
  return page.getByRole('link', { name, exact: true })
}

async function titlesSeenBy(db: Database, member: Member): Promise<string[]> {
  const seen = await db.rows<{ title: string }>(sql`
    select s.title from impressions i join submissions s on s.id = i.submission_id where i.user_id = ${member.id}`)
  return seen.map(({ title }) => title)
}

test.describe('on a phone', () => {
  test.use({ ...phone, isMobile: true })

  test('a member swipes through the entries, stars two, compares them, and votes', async ({ page, db }) => {
    const challenge = await secretBallot(db)
    await signIn(page, 'ann@example.org', `/challenges/${challenge}/submissions`)
    const ann = await memberOf(db, 'ann@example.org')
    await hydrated(page)
    await page.getByRole('link', { name: 'Start voting' }).tap()
    await expect(place(page)).toHaveText('Entry 1 of 4')
    const order: string[] = []
    for (const number of [1, 2, 3, 4]) {
      await expect(place(page)).toHaveText(`Entry ${number} of 4`)
      order.push((await title(page).textContent()) ?? '')
      // The gallery may have shown others.
      await expect.poll(() => titlesSeenBy(db, ann)).toContain(order.at(-1))
      await expect(page).toHaveTitle(new RegExp(`^Entry ${number} of 4: ${order.at(-1)}`))
      if (number % 2 === 0) {
        await star(page).tap()
        await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
      }
      await swipe(page, 'left')
    }
    expect(order.toSorted()).toEqual(titles.toSorted())
    await expect(title(page)).toHaveText(order[3] ?? '')
    await page.getByRole('button', { name: 'About' }).tap()
    await expect(page.getByText('Seen 4 of 4')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Seen 4 of 4')).toBeHidden()
    await expect(title(page)).toHaveText(order[3] ?? '')
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

    // Every step replaced the one before.
    await page.goBack()
    await expect(page).toHaveURL(`/challenges/${challenge}/submissions`)
  })

  test('a short movement does not move on, and a vertical one scrolls a text', async ({ page, db }) => {
    const challenge = await makeChallenge(db, { kind: 'text' })
    const description = Array.from({ length: 60 }, (_, n) => `Line ${n + 1}.`).join('\n\n')
    for (const title of titles.slice(0, 2))
      await makeSubmission(db, await makeMember(db), challenge, { title, description })
    await page.goto(`/challenges/${challenge}/voting-room`)
    const shown = await title(page).textContent()
    const text = page.getByRole('region', { name: /^Text: / })
    await move(page, { x: 200, y: 500 }, { x: 150, y: 150 })
    await expect.poll(() => text.evaluate((box) => box.scrollTop)).toBeGreaterThan(100)
    // A touch would only end the fling.
    await expect.poll(() => text.evaluate(scrolledInFrames)).toBe(0)
    await move(page, { x: 200, y: 400 }, { x: 160, y: 402 })
    await expect(place(page)).toHaveText('Entry 1 of 2')
    await expect(title(page)).toHaveText(shown ?? '')
    await swipe(page, 'left')
    await expect(place(page)).toHaveText('Entry 2 of 2')
  })

  test('a visitor swipes through a member’s work, and Back leaves (SUB-86)', async ({ page, db }) => {
    const { maker, works } = await workOf(db)
    const gallery = `/profile/${maker.id}/submissions?sort=oldest`
    await page.goto(gallery)
    await hydrated(page)
    await page.getByRole('link', { name: 'Look at Lantern stall' }).tap()
    for (const [index, name] of works.entries()) {
      await expect(title(page)).toHaveText(name)
      expect(new URL(page.url()).search).toBe('?list=member&sort=oldest')
      if (index < works.length - 1) await swipe(page, 'left')
    }
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByText('Sign in to Vote')).toHaveCount(0)
    await page.reload()
    await expect(title(page)).toHaveText(works.at(-1) ?? '')
    await hydrated(page)
    await swipe(page, 'right')
    await expect(title(page)).toHaveText(works.at(-2) ?? '')
    await page.goBack()
    await expect(page).toHaveURL(gallery)
  })

  test('the picture fills the window, and the vote is in the first view', async ({ page, db, site }) => {
    const challenge = await pictures(site)
    await signIn(page, 'ann@example.org')
    await page.goto(`/challenges/${challenge}/voting-room`)
    await expect(place(page)).toHaveText('Entry 1 of 2')
    await page.getByRole('button', { name: 'Decline non-essential cookies' }).tap()
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    const vote = page.getByRole('button', { name: 'Vote for this submission' })
    const reached = await vote.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(reached).toBe(true)
    const panel = await page.getByRole('region', { name: 'About this entry' }).boundingBox()
    expect(panel?.height).toBeLessThanOrEqual(151)
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBe(phone.viewport.height)
    const picture = picturesOf(page)
    expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: panel?.y })
    await expect(picture).toHaveCSS('object-fit', 'contain')
    await vote.tap()
    await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
    expect((await page.getByRole('region', { name: 'About this entry' }).boundingBox())?.y).toBe(panel?.y)
    await expect.poll(() => db.rows(sql`select 1 as vote from votes`)).toHaveLength(1)
  })

  test('two fingers and a double tap zoom, one finger moves what is zoomed', async ({ page, site }) => {
    const challenge = await pictures(site)
    await page.goto(`/challenges/${challenge}/voting-room`)
    await loaded(page)
    const whole = await widthOf(page)
    await pinch(page, 40, 100)
    await expect.poll(() => widthOf(page)).toBeCloseTo(2.5 * whole, 0)
    const before = await picturesOf(page).boundingBox()
    await swipe(page, 'left')
    await expect.poll(async () => (await picturesOf(page).boundingBox())?.x).toBeLessThan(before?.x ?? 0)
    await expect(place(page)).toHaveText('Entry 1 of 2')
    await pinch(page, 100, 20)
    await expect.poll(() => widthOf(page)).toBe(whole)
    await doubleTap(page, { x: 195, y: 300 })
    await expect.poll(() => widthOf(page)).toBe(2.5 * whole)
    await doubleTap(page, { x: 195, y: 300 })
    await expect.poll(() => widthOf(page)).toBe(whole)
    await swipe(page, 'left')
    await expect(place(page)).toHaveText('Entry 2 of 2')
    expect(await widthOf(page)).toBe(whole)
  })
})

test('keys zoom and move the picture, Escape and Close lead to the gallery', async ({ page, site }) => {
  const challenge = await pictures(site)
  const gallery = `/challenges/${challenge}/submissions`
  await page.goto(gallery)
  const enter = page.getByRole('link', { name: 'Start voting' })
  const letZoomLoad = await holdScript(page, 'setPointerCapture')
  await enter.click()
  await expect(place(page)).toHaveText('Entry 1 of 2')
  await loaded(page)
  const whole = await widthOf(page)
  await page.keyboard.press('+')
  await letZoomLoad()
  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(() => widthOf(page)).toBe(2 * whole)
  const left = async () => (await picturesOf(page).boundingBox())?.x ?? 0
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBe(before - 80)
  await expect(place(page)).toHaveText('Entry 1 of 2')
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(page)).toBe(whole)
  await page.keyboard.press('ArrowRight')
  await expect(place(page)).toHaveText('Entry 2 of 2')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(gallery)
  await enter.click()
  await expect(place(page)).toHaveText('Entry 1 of 2')
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(gallery)
  // Opened from elsewhere, there is nothing to go back to.
  await page.goto(`/challenges/${challenge}/voting-room`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(gallery)
})

test('a visitor looks through a completed challenge', async ({ page, db, site }) => {
  const challenge = await pictures(site)
  await completeChallenge(db, as(await makeAdmin(db)), challenge)
  await page.goto(`/challenges/${challenge}/voting-room`)
  await expect(place(page)).toHaveText('Entry 1 of 2')
  await expect(page.getByText('Sign in to Vote')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(place(page)).toHaveText('Entry 2 of 2')
  await page.getByRole('link', { name: 'View Submission' }).click()
  await expect(page).toHaveURL(/\/submissions\/[^/]+$/)
  await page.goBack()
  await expect(place(page)).toHaveText('Entry 2 of 2')
})

test('keys lead through the results and the showcase, each from its own picture (SUB-86)', async ({
  page,
  db,
}) => {
  const { challenges, works } = await workOf(db)
  await page.goto(`/challenges/${challenges[0]}/results`)
  await page.getByRole('link', { name: 'Look at Lantern stall' }).press('Enter')
  await expect(place(page)).toHaveText('Entry 1 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('Without a vote')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Without a vote' }).press('Enter')
  await expect(place(page)).toHaveText('Entry 2 of 2')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/results$/)

  await page.goto('/showcase')
  const newest = page.getByRole('link', { name: `Look at ${works.at(-1)}` }).last()
  await newest.press('Enter')
  for (const name of works.toReversed()) {
    await expect(title(page)).toHaveText(name)
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/showcase')
  await page.getByRole('link', { name: works[0], exact: true }).last().click()
  await expect(page).toHaveURL(/\/submissions\/[^/]+$/)
})

test('a member compares entries of the shortlist and votes for one', async ({ page, db }) => {
  const challenge = await secretBallot(db)
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const starred = await db.rows<{ id: string }>(sql`
    select id from submissions where challenge_id = ${challenge} order by id limit 3`)
  for (const { id } of starred) await addToShortlist(db, as(ann), challenge, id)
  await page.goto(`/challenges/${challenge}/voting-room?list=shortlist`)
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(title(page)).toHaveText('Compare')
  const sides = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(sides).toHaveCount(2)
  const [first = '', second = ''] = await sides.allTextContents()
  const side = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await side(first).getByRole('button', { name: 'Vote for this submission' }).click()
  await expect(side(first).getByRole('button', { name: 'Unvote' })).toBeVisible()
  await side(second).getByRole('button', { name: 'Move my vote here' }).click()
  await expect(side(second).getByRole('button', { name: 'Unvote' })).toBeVisible()
  const voted = sql`
    select s.title from votes v join submissions s on s.id = v.submission_id where v.user_id = ${ann.id}`
  await expect.poll(() => db.rows(voted)).toEqual([{ title: second }])
  await page.goBack()
  await expect(place(page)).toHaveText('Entry 1 of 3')
})

test('arrow keys move on once each, and the link at an end keeps the focus', async ({ page, db }) => {
  const challenge = await secretBallot(db)
  await signIn(page, 'ann@example.org')
  await page.goto(`/challenges/${challenge}/voting-room`)
  await page.keyboard.press('ArrowLeft')
  await expect(place(page)).toHaveText('Entry 1 of 4')
  const asked: string[] = []
  let answers = Promise.withResolvers<void>()
  await page.route(/\.data\?/, async (route) => {
    asked.push(route.request().url())
    await answers.promise
    await route.continue()
  })
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  answers.resolve()
  await expect(place(page)).toHaveText('Entry 2 of 4')
  expect(new Set(asked).size).toBe(asked.length)
  // Turned round on the way.
  answers = Promise.withResolvers()
  asked.length = 0
  await page.keyboard.press('ArrowRight')
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft')
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  answers.resolve()
  await expect(place(page)).toHaveText('Entry 1 of 4')
  expect(new Set(asked).size).toBe(asked.length)
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
  test.use({ ...phone, javaScriptEnabled: false })

  test('a visitor goes through all that was made with a tool (SUB-86)', async ({ page, db }) => {
    const { works } = await workOf(db)
    const gallery = '/challenges/submissions?tool=grain'
    await page.goto(gallery)
    await page.getByRole('link', { name: `Look at ${works.at(-1)}` }).click()
    for (const [index, name] of works.toReversed().entries()) {
      if (index > 0) await step(page, 'Next').click()
      await expect(title(page)).toHaveText(name)
    }
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL(gallery)
    await page.getByRole('link', { name: works[0], exact: true }).click()
    await expect(page).toHaveURL(/\/submissions\/[^/]+$/)
  })

  test('a member opens the entries in turn, stars one, and votes', async ({ page, db }) => {
    const challenge = await secretBallot(db)
    await signIn(page, 'ann@example.org', `/challenges/${challenge}/submissions`)
    const ann = await memberOf(db, 'ann@example.org')
    await page.getByRole('link', { name: 'Start voting' }).click()
    for (const number of [1, 2, 3]) {
      await expect(place(page)).toHaveText(`Entry ${number} of 4`)
      expect(await titlesSeenBy(db, ann)).toHaveLength(number)
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
    await page.getByRole('button', { name: 'About' }).click()
    await expect(page.getByText('Step 40.')).toBeVisible()
    await page.keyboard.press('Escape')
    await star(page).click()
    await expect(place(page)).toHaveText(/^Removed/)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(place(page)).toHaveText('Entry 4 of 4')
    await page.getByRole('button', { name: 'Unvote' }).click()
    await expect(page.getByRole('button', { name: 'Vote for this submission' })).toBeVisible()
  })
})

/** A wide picture, which comes first because no one has seen it, and a tall one in a challenge in voting. */
async function pictures({ db, images }: Site): Promise<string> {
  const challenge = await makeChallenge(db)
  for (const [title, width, height] of [
    ['Wide', 900, 400],
    ['Tall', 400, 900],
  ] as const) {
    const author = await makeMember(db)
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#3b5b7a' } })
      .png()
      .toBuffer()
    const stored = await storeImage(images, { ownerId: author.id, purpose: 'submission', bytes })
    if (!stored.ok) throw new Error(stored.message)
    await makeSubmission(db, author, challenge, { title, imageId: stored.value.id })
  }
  await db.rows(sql`
    insert into submission_views (submission_id, seen, reached)
    select id, 6, array_fill(app_now() - interval '1 hour', array[6])
    from submissions where challenge_id = ${challenge} and title = 'Tall'`)
  await openVoting(db, challenge)
  return challenge
}

function picturesOf(page: Page) {
  return page.getByRole('main').getByRole('img', { name: /^(Wide|Tall)$/ })
}

async function widthOf(page: Page): Promise<number> {
  return (await picturesOf(page).boundingBox())?.width ?? 0
}

/** Zooming needs the proportions of the picture. */
async function loaded(page: Page): Promise<void> {
  await expect
    .poll(() => picturesOf(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

/** Across most of the screen. */
async function swipe(page: Page, direction: 'left' | 'right'): Promise<void> {
  const [from, to] = direction === 'left' ? [320, 60] : [60, 320]
  await move(page, { x: from, y: 330 }, { x: to, y: 330 })
}

/** Two fingers above each other, which begin so far from the middle of the picture, and end so far from it. */
async function pinch(page: Page, from: number, to: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  const fingers = (apart: number) => [
    { x: 195, y: 340 - apart, id: 0 },
    { x: 195, y: 340 + apart, id: 1 },
  ]
  await touch('touchStart', fingers(from))
  for (let part = 1; part <= 10; part++) await touch('touchMove', fingers(from + ((to - from) * part) / 10))
  await touch('touchEnd', [])
  await client.detach()
}

async function doubleTap(page: Page, { x, y }: Point): Promise<void> {
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
}

interface Point {
  x: number
  y: number
}

/** By how many px the element scrolls in five frames. */
async function scrolledInFrames(box: Element): Promise<number> {
  const before = box.scrollTop
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  return box.scrollTop - before
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

test('Retry casts a vote that was lost, also from the next entry', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED|Failed to fetch/)
  const challenge = await secretBallot(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submissions`)
  const ann = await memberOf(db, 'ann@example.org')
  await page.getByRole('link', { name: 'Start voting' }).click()
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
