import type { Page } from '@playwright/test'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { assertPage, openPage } from './assert-page.ts'
import { hydrated, phone } from './pages.ts'
import { memberOf, signIn, userMenu } from './sign-in.ts'
import { expectWritten, fillSubmission, sendSubmission, submissionTexts, voteCount } from './submissions.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('a member submits, edits, votes, moves the vote, and signs out', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  await signIn(page, 'kim@example.org', '/')
  const kim = await memberOf(db, 'kim@example.org')
  const { lanterns, market, submissions } = await seedChallenges(db, kim)
  expect(await memberOf(db, 'kim@example.org')).toMatchObject({ points: 125, rank: 'Novice Ninja' })

  await test.step('submits after an error that keeps the input', async () => {
    await openPage(page, 'Challenges')
    await hydrated(page)
    await cardOf(page, 'Paper lanterns').getByRole('link', { name: 'Submit Entry' }).click()
    await assertPage(page, 'Submit to: Paper lanterns', 'Submit to: Paper lanterns')
    const untitled = { ...submissionTexts, Title: ' ' }
    await fillSubmission(page, untitled)
    await sendSubmission(page)
    await expect(page.getByRole('alert').getByRole('link')).toHaveText('Title is required')
    await expectWritten(page, untitled)
    await page.getByLabel('Title', { exact: true }).fill(submissionTexts.Title)
    await sendSubmission(page)
    await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
    await expectTotal(db, 150, 'Emerging Ninja')
  })

  await test.step('finds and edits the submission', async () => {
    await openPage(page, 'Challenges')
    await expect(cardOf(page, 'Paper lanterns').getByRole('link', { name: 'Submitted' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Paper lanterns', exact: true }).click()
    await page.getByRole('link', { name: 'View My Submission' }).click()
    await assertPage(page, `${submissionTexts.Title} by ${kim.displayName}`, submissionTexts.Title)
    await page.getByRole('link', { name: 'Edit Submission' }).click()
    await assertPage(page, 'Edit Your Submission', 'Edit Your Submission')
    await page.getByLabel('Description', { exact: true }).fill('The river keeps it.')
    await page.getByRole('button', { name: 'Update Submission' }).click()
    await expect(page.getByRole('heading', { name: 'Submission Updated!' })).toBeVisible()
    await page.getByRole('link', { name: 'View My Submission' }).click()
    await expect(page.getByText('The river keeps it.')).toBeVisible()
    await page.goto(`/challenges/${lanterns}/submit`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You've Already Submitted")
  })

  await test.step('votes once and moves the vote', async () => {
    await openPage(page, 'Vote')
    await page.getByRole('link', { name: 'Cast Your Vote Now' }).click()
    await expect(page).toHaveURL(`/challenges/${market}/submissions?mode=voting`)
    const [stall, broth, own] = ['Lantern stall', 'Midnight broth', 'My corner'].map((title) =>
      cardOf(page, title),
    ) as Three
    await expect(own.getByText('This is your submission')).toBeVisible()
    await expect(own.getByRole('button')).toHaveCount(0)
    await expect(stall.getByText('0 votes')).toBeVisible()
    await stall.getByRole('button', { name: /^Vote/ }).click()
    await expect(stall.getByText("You've voted for this submission")).toBeVisible()
    await expect(stall.getByText('1 vote', { exact: true })).toBeVisible()
    await expect(broth.getByRole('button')).toHaveText([/^Move my vote here/])
    await expectTotal(db, 151)

    await broth.getByRole('link', { name: 'Midnight broth', exact: true }).click()
    const votes = page.getByRole('region', { name: 'Votes' })
    await expect(votes.getByText('Each user gets one vote per challenge.')).toBeVisible()
    await expect(votes.getByRole('button')).toHaveText(['Move my vote here'])
    await votes.getByRole('link', { name: 'View Your Vote' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lantern stall')
    await votes.getByRole('button', { name: 'Unvote' }).click()
    await expect(page.getByRole('status').getByText('Your vote has been removed')).toBeVisible()
    await expect(voteCount(page)).toHaveText(/^0/)
    await expectTotal(db, 150)

    await page.goto(submissions.broth)
    await votes.getByRole('button', { name: 'Vote for this submission' }).click()
    await expect(page.getByRole('status').getByText("You've voted for this submission")).toBeVisible()
    await expect(voteCount(page)).toHaveText(/^1/)
    await page.goto(submissions.own)
    await expect(votes.getByText('This is your submission')).toBeVisible()
    await expect(votes.getByRole('button')).toHaveCount(0)
    await openPage(page, 'Vote')
    await expect(page.getByText("You've cast your vote!")).toBeVisible()
  })

  await test.step('sees points, rank and standing', async () => {
    await page.goto('/profile')
    await assertPage(page, kim.displayName, new RegExp(kim.displayName))
    const stats = page.locator('dl > div')
    await expect(stats).toContainText([
      /Total Points\s*151/,
      /Total Submissions\s*2/,
      /Total Votes Received\s*20/,
    ])
    await expect(page.getByText('Emerging Ninja').first()).toBeVisible()
    await expect(page.getByText('Next: Adept Ninja')).toBeVisible()
    await openPage(page, 'Leaderboard')
    const rows = page.getByRole('region', { name: 'Top Ninjas' }).getByRole('row')
    const standing = (place: number) => rows.nth(place)
    await expect(standing(1)).toContainText(new RegExp(`${kim.displayName}.*You.*151$`))
    await expect(standing(2)).toContainText(/Ben of the broth.*30$/)
    await expect(standing(3)).toContainText(/Ann of the stall.*25$/)
  })

  await test.step('loses access by signing out', async () => {
    await userMenu(page).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
    for (const path of [
      '/profile',
      '/profile/edit',
      '/profile/submissions',
      `/challenges/${lanterns}/submit`,
    ]) {
      await page.goto(path)
      await expect(page).toHaveURL(`/login?${new URLSearchParams({ redirect: path })}`)
    }
    await page.goto(`/challenges/${lanterns}`)
    await expect(page.getByRole('link', { name: 'Sign In to Submit' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View My Submission' })).toHaveCount(0)
  })
})

type Three = [ReturnType<Page['locator']>, ReturnType<Page['locator']>, ReturnType<Page['locator']>]

/** An open challenge, and one in voting where the member's submission has twenty votes. */
async function seedChallenges(db: Database, member: Member) {
  const lanterns = await makeChallenge(db, { title: 'Paper lanterns' })
  const market = await makeChallenge(db, { title: 'Night market' })
  const ann = await makeMember(db, { displayName: 'Ann of the stall' })
  const ben = await makeMember(db, { displayName: 'Ben of the broth' })
  await makeSubmission(db, ann, market, { title: 'Lantern stall' })
  const broth = await makeSubmission(db, ben, market, { title: 'Midnight broth' })
  const own = await makeSubmission(db, member, market, { title: 'My corner' })
  await openVoting(db, market)
  for (const voter of await makeMembers(db, 20)) await castVote(db, as(voter), market, own)
  const pathOf = (submission: string) => `/challenges/${market}/submissions/${submission}`
  return { lanterns, market, submissions: { broth: pathOf(broth), own: pathOf(own) } }
}

function cardOf(page: Page, title: string) {
  return page.getByRole('main').getByRole('article').filter({ hasText: title })
}

async function expectTotal(db: Database, points: number, rank = 'Emerging Ninja'): Promise<void> {
  await expect.poll(() => memberOf(db, 'kim@example.org')).toMatchObject({ points, rank })
}
