import sharp from 'sharp'
import sql from 'sql-template-tag'
import { storeImage } from '#domain/media/store.server.ts'
import { makeBallot, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { fontsLoaded, hydrated, isOnTop, phone } from './pages.ts'
import { chooseAccount, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('on a phone the button of a gallery and of a submission is in the first view', async ({ page, db }) => {
  const challenge = await makeChallenge(db, { title: 'The last lantern before the storm comes in' })
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  const path = `/challenges/${challenge}/submissions`
  await signIn(page, 'ann@example.org', path)
  expect(await isOnTop(page.getByRole('link', { name: 'Submit Entry' }))).toBe(true)
  await openVoting(db, challenge)
  await page.goto(path)
  expect(await isOnTop(page.getByRole('link', { name: 'Start voting' }))).toBe(true)
  expect((await page.locator('#submissions').boundingBox())?.y).toBeLessThan(350)
  await page.goto(`${path}/${submission}`)
  const vote = page.getByRole('button', { name: 'Vote for this submission' })
  expect(await isOnTop(vote)).toBe(true)
  await hydrated(page)
  await fontsLoaded(page)
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  await vote.click()
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
  expect(await isOnTop(page.getByRole('button', { name: 'Unvote' }))).toBe(true)
})

test('to sign in, and to skip the welcome, is in the first view', async ({ page }) => {
  await page.goto('/login')
  await fontsLoaded(page)
  expect(await isOnTop(page.getByRole('button', { name: /^Sign in with/ }))).toBe(true)
  await chooseAccount(page, 'ann@example.org')
  for (const control of ['button', 'link'] as const)
    expect(await isOnTop(page.getByRole(control, { name: /^(Save and continue|Skip)$/ }))).toBe(true)
})

test('a tall cover of a song leaves room for the player and the title', async ({ page, site, db }) => {
  const author = await makeMember(db)
  const challenge = await makeChallenge(db, { kind: 'audio' })
  const tall = { width: 900, height: 1600, channels: 3, background: '#9a7412' } as const
  const bytes = await sharp({ create: tall }).png().toBuffer()
  const cover = await storeImage(site.images, { ownerId: author.id, purpose: 'submission', bytes })
  if (!cover.ok) throw new Error(cover.message)
  const contentUrl = 'https://soundcloud.com/forss/flickermood'
  const submission = await makeSubmission(db, author, challenge, { contentUrl })
  await db.rows(sql`update submissions set image_id = ${cover.value.id} where id = ${submission}`)
  await page.goto(`/challenges/${challenge}/submissions/${submission}`)
  await fontsLoaded(page)
  expect(await isOnTop(page.getByRole('link', { name: 'Listen to Audio' }))).toBe(true)
  expect(await isOnTop(page.getByRole('heading', { level: 1 }))).toBe(true)
})

test('a profile begins with the works, and a list of votes with its button', async ({ page, db }) => {
  const author = await makeMember(db)
  const { submission } = await makeBallot(db, { author })
  await page.goto('/challenges/voting')
  await fontsLoaded(page)
  expect(await isOnTop(page.getByRole('link', { name: 'Sign In to Vote' }))).toBe(true)
  await page.goto(`/profile/${author.id}`)
  await fontsLoaded(page)
  const work = page.locator('article').filter({ has: page.locator(`a[href$="${submission}"]`) })
  expect(await isOnTop(work)).toBe(true)
})

test('texts are two in a row, and the badge of a vote covers none of their lines', async ({ page, db }) => {
  const challenge = await makeChallenge(db, { kind: 'text' })
  const description = Array(40).fill('A line of verse').join('\n')
  for (let each = 0; each < 3; each++)
    await makeSubmission(db, await makeMember(db), challenge, { description })
  await openVoting(db, challenge)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submissions`)
  const cards = page.locator('#submissions article')
  const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(2)
  await cards.first().getByRole('button', { name: /^Vote/ }).click()
  const badge = cards.first().getByText('Your vote', { exact: true })
  await expect(badge).toBeVisible()
  const lines = await cards.first().getByText('A line of verse').boundingBox()
  const place = await badge.boundingBox()
  expect((lines?.y ?? 0) + (lines?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0)
})
