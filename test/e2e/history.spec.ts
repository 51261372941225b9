import type { Page } from '@playwright/test'
import { makeBallot, makeChallenge, makeComment, makeMembers, makeSubmission } from '#test/builders.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

/** As two steps in the history at once: without the page between them. */
async function goStraightTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ ...history.state, idx: history.state.idx + 1, key: 'next' }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page).toHaveURL(path)
}

const forms = [
  { path: (id: string) => `/report/member/${id}`, field: 'Note' },
  { path: (id: string) => `/admin/leaderboard/${id}/points`, field: 'Reason for Change' },
  { path: (id: string) => `/admin/leaderboard/${id}/suspend`, field: 'Reason' },
]

for (const { path, field } of forms)
  test(`what is typed at ${path(':id')} is not shown with another subject`, async ({ page, db }) => {
    const [one, other] = await makeMembers(db, 2)
    await signInAsAdmin(page, db, 'rei@example.org', path(one.id))
    await goStraightTo(page, path(other.id))
    await expect(page.getByRole('main').getByText(other.displayName).first()).toBeVisible()
    await page.getByLabel(field).fill('About the other one')
    await page.goBack()
    const leave = page.getByRole('button', { name: 'Leave' })
    await expect(leave.or(page.getByRole('main').getByText(one.displayName).first())).toBeVisible()
    if (await leave.isVisible()) await leave.click()
    await expect(page).toHaveURL(path(one.id))
    await expect(page.getByLabel(field)).toHaveValue('')
  })

test('the form of a comment is not shown with another comment', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const { challenge: challengeId, submission: submissionId } = await makeBallot(db, { author: ann })
  const paths: string[] = []
  for (const text of ['The first thought', 'The second thought']) {
    paths.push(`/comments/${await makeComment(db, ann, [challengeId, submissionId], text)}/edit`)
  }
  await expectSeparateForms(page, paths, 'Your comment', ['The first thought', 'The second thought'])
})

test('the form of an entry is not shown with another entry', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const paths: string[] = []
  const titles = ['Paper boat', 'Tin robot']
  for (const title of titles) {
    const challengeId = await makeChallenge(db)
    const id = await makeSubmission(db, ann, challengeId, { title })
    paths.push(`/challenges/${challengeId}/submissions/${id}/edit`)
  }
  await expectSeparateForms(page, paths, 'Title', titles)
})

async function expectSeparateForms(
  page: Page,
  [one = '', other = '']: readonly string[],
  label: string,
  [textOfOne = '', textOfOther = '']: readonly string[],
): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await page.goto(one)
  await goStraightTo(page, other)
  await expect(field).toHaveValue(textOfOther)
  await page.goBack()
  await expect(field).toHaveValue(textOfOne)
}
