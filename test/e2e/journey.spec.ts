import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { makeChallenge } from '#test/builders.ts'
import { expectStatus, passDeadline, passVotingEnd } from './challenges.ts'
import { hiddenText, photo } from './images.ts'
import { phone } from './pages.ts'
import { memberOf, signIn, signInHere } from './sign-in.ts'
import { chooseImage, fillSubmission, sendSubmission, submissionTexts } from './submissions.ts'
import { expect, test } from './test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on a phone' : 'without JavaScript', () => {
    test.use(javaScriptEnabled ? phone : { javaScriptEnabled })

    test('a member submits an image, gets a vote, wins and gets points', async ({ page, db, visitor }) => {
      const challenge = await makeChallenge(db, { title: 'Paper lanterns' })
      const address = `/challenges/${challenge}`

      await page.goto(address)
      await page.getByRole('link', { name: 'Sign In to Submit' }).click()
      await signInHere(page, 'ann@example.org')
      await expect(page).toHaveTitle('Submit to: Paper lanterns | Creative Dojo')
      await fillSubmission(page)
      await chooseImage(page, await photo())
      await sendSubmission(page)
      await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
      await page.getByRole('link', { name: 'View My Submission' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(submissionTexts.Title)
      await expectNoMetadata(page)

      await passDeadline(db, challenge)
      await expectStatus(db, challenge, 'voting')
      const voter = await visitor()
      await signIn(voter, 'bo@example.org', address)
      await voter.getByRole('link', { name: 'Vote for Entries' }).click()
      await vote(voter)

      await passVotingEnd(db, challenge)
      await expectStatus(db, challenge, 'completed')
      await expectWinner(page, address, (await memberOf(db, 'ann@example.org')).displayName)
      expect(await memberOf(db, 'bo@example.org')).toMatchObject({ points: 1 })
    })
  })
}

/** Checks that every size of the image is without metadata. */
async function expectNoMetadata(page: Page): Promise<void> {
  const original = await sharp((await photo()).buffer).metadata()
  expect(original.exif?.includes(hiddenText)).toBe(true)
  const srcset = await page.locator('main img[srcset*="/media/"]').first().getAttribute('srcset')
  const addresses = (srcset ?? '').split(', ').map((part) => part.split(' ')[0] ?? '')
  expect(addresses).toHaveLength(6)
  for (const address of addresses) {
    const answer = await page.request.get(address)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600, must-revalidate',
    })
    const { format, exif, xmp, iptc } = await sharp(await answer.body()).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'webp' })
  }
}

/** Votes, withdraws the vote and votes again, each after the confirmation of the step before. */
async function vote(page: Page): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: submissionTexts.Title })
  const status = page.getByRole('status')
  await card.getByRole('button', { name: /^Vote/ }).click()
  await expect(status.getByText("You've voted for this submission")).toBeVisible()
  await card.getByRole('button', { name: /^Unvote/ }).click()
  await expect(status.getByText('Your vote has been removed')).toBeVisible()
  await card.getByRole('button', { name: /^Vote/ }).click()
  await expect(status.getByText("You've voted for this submission")).toBeVisible()
  await page.reload()
  await expect(card.getByText("You've voted for this submission")).toBeVisible()
  await expect(card.getByRole('button', { name: /^Unvote/ })).toBeVisible()
}

async function expectWinner(page: Page, challengeAddress: string, name: string): Promise<void> {
  await page.goto(challengeAddress)
  await expect(page.getByRole('heading', { name: 'Challenge Completed' })).toBeVisible()
  await expect(page.getByRole('main').getByText('1 vote', { exact: true }).first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  // 25 for the submission, 5 for the vote, 100 for the win.
  await expect(page.locator('dl > div').filter({ hasText: 'Total Points' })).toContainText('130')
  await page.goto('/leaderboard')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('130')
}
