import type { Database } from '#platform/database/database.server.ts'
import { makeBallot, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { hold, phone, toast } from './pages.ts'
import { signIn } from './sign-in.ts'
import { voteCount } from './submissions.ts'
import { expect, test } from './test.ts'

const vote = 'Vote for this submission'

test.use(phone)

test('a double click votes once, and the count updates before the response', async ({ page, db }) => {
  await signIn(page, 'ann@example.org', await makeSubmissionInVoting(db))
  const release = Promise.withResolvers<void>()
  let sent = 0
  await page.route(/\/vote(\.data)?$/, async (route) => {
    sent += 1
    await release.promise
    await route.continue()
  })
  const panel = page.getByRole('region', { name: 'Votes' })
  await expect(panel).toContainText('0')
  await page.getByRole('button', { name: vote }).dblclick()
  await expect(panel).toContainText("You've voted for this submission")
  await expect(voteCount(page)).toHaveText(/^1/)
  release.resolve()
  await expect(toast(page)).toContainText("You've voted for this submission")
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeEnabled()
  expect(sent).toBe(1)
})

test('a vote shows that is answered while the page of another action loads', async ({ page, db }) => {
  const { challenge, submission } = await makeBallot(db)
  const path = `/challenges/${challenge}/submissions/${submission}`
  await signIn(page, 'ann@example.org', path)
  const vote = await hold(page, '**/vote.data*')
  const [loaded, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/${submission}.data*`, async (route) => {
    const response = await route.fetch()
    loaded.resolve()
    await arrival.promise
    // The router may not wait for it any more.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Vote for this submission' }).click()
  await vote.held
  await page.getByLabel('Write a comment').fill('Lovely!')
  await page.getByRole('button', { name: 'Comment' }).click()
  await loaded.promise
  await page.unroute(`**/${submission}.data*`)
  const loadedAgain = page.waitForRequest((request) => request.url().includes(`/${submission}.data`))
  vote.release()
  await loadedAgain
  arrival.resolve()
  await expect(toast(page)).toContainText("You've voted for this submission")
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
  await expect(voteCount(page)).toHaveText(/^1/)
  await expect(page.getByText('Lovely!')).toBeVisible()
})

test('a vote moves to another submission in one step', async ({ page, db }) => {
  const [first, second] = await makeSubmissionsInVoting(db)
  await signIn(page, 'ann@example.org', first)
  await page.getByRole('button', { name: vote }).click()
  await expect(toast(page)).toContainText("You've voted for this submission")
  await page.goto(second)
  await page.getByRole('button', { name: 'Move my vote here' }).press('Enter')
  await expect(toast(page)).toContainText('Your vote has been moved to this submission')
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeFocused()
  await expect(voteCount(page)).toHaveText(/^1/)
  await page.goto(first)
  await expect(voteCount(page)).toHaveText(/^0/)
})

for (const showVotes of [true, false]) {
  test(`a vote moves no card, with votes ${showVotes ? 'shown' : 'hidden, on a phone'}`, async ({
    visitor,
    baseURL,
    db,
  }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await visitor({ baseURL, ...(showVotes ? {} : phone) })
    const challenge = await makeChallenge(db, { showVotes })
    for (const title of ['First', 'Second', 'Third']) {
      await makeSubmission(db, await makeMember(db), challenge, { title })
    }
    await openVoting(db, challenge)
    const gallery = `/challenges/${challenge}/submissions`
    await signIn(page, 'ann@example.org', gallery)
    const cards = page.locator('#submissions article')
    const order = await cards.getByRole('heading').allTextContents()
    const last = cards.last().getByRole('button')
    await last.scrollIntoViewIfNeeded()
    const place = await last.boundingBox()
    await (showVotes ? last.click() : last.tap())
    await expect(toast(page)).toContainText("You've voted for this submission")
    await expect(cards.last().getByRole('button')).toHaveText(/^Unvote/)
    expect(await cards.getByRole('heading').allTextContents()).toEqual(order)
    expect(Math.abs(((await last.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(1)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Challenges' }).click()
    await expect(page).toHaveURL('/challenges')
    await expect(toast(page)).toHaveText('')
    await page.goto(gallery)
    const reloaded = await cards.getByRole('heading').allTextContents()
    expect(reloaded[0] === order[2]).toBe(showVotes)
  })
}

async function makeSubmissionsInVoting(db: Database): Promise<[string, string]> {
  const challenge = await makeChallenge(db)
  const first = await makeSubmission(db, await makeMember(db), challenge)
  const second = await makeSubmission(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  const path = `/challenges/${challenge}/submissions`
  return [`${path}/${first}`, `${path}/${second}`]
}

async function makeSubmissionInVoting(db: Database): Promise<string> {
  const { challenge, submission } = await makeBallot(db)
  return `/challenges/${challenge}/submissions/${submission}`
}
