import type { Page } from '@playwright/test'
import { addComment } from '#domain/comments/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { holdScripts, hydrated } from './pages.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

/** As two steps in the history at once: without the page between them. */
async function goStraightTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => Reflect.get(window, '__reactRouterDataRouter').navigate(to), path)
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
    if (!one || !other) throw new Error('members are missing')
    await signInAsAdmin(page, db, 'rei@example.org')
    await page.goto(path(one.id))
    await hydrated(page)
    await goStraightTo(page, path(other.id))
    await page.getByLabel(field).fill('About the other one')
    await page.goBack()
    const leave = page.getByRole('button', { name: 'Leave' })
    await expect(leave.or(page.getByRole('main').getByText(one.displayName).first())).toBeVisible()
    if (await leave.isVisible()) await leave.click()
    await expect(page).toHaveURL(path(one.id))
    await expect(page.getByLabel(field)).toHaveValue('')
  })

/** One administrator's page in the history before another, which is reloaded and whose scripts do not arrive. */
async function reloadWithoutScripts(page: Page, db: Database) {
  await signInAsAdmin(page, db, 'rei@example.org')
  const titles = ['Paper boat', 'Tin robot']
  const paths: string[] = []
  for (const title of titles) paths.push(`/admin/challenges/${await makeChallenge(db, { title })}/edit`)
  const [one = '', other = ''] = paths
  const title = page.getByLabel('Title', { exact: true })
  await page.goto(one)
  await hydrated(page)
  await goStraightTo(page, other)
  await expect(title).toHaveValue('Tin robot')
  const release = await holdScripts(page)
  return { one, other, title, release }
}

for (const moment of ['while it arrives', 'before the scripts run'] as const)
  test(`a step in the history after a reload, ${moment}, leads to its page`, async ({ page, db }) => {
    const { one, other, title, release } = await reloadWithoutScripts(page, db)
    const isArriving = moment === 'while it arrives'
    if (isArriving)
      await page.addInitScript(() => {
        if (sessionStorage.getItem('hasStepped')) return
        sessionStorage.setItem('hasStepped', 'yes')
        const watched = new MutationObserver(() => {
          if (!document.querySelector('main')) return
          watched.disconnect()
          history.back()
        })
        watched.observe(document, { childList: true, subtree: true })
      })
    await page.reload({ waitUntil: 'commit' })
    if (!isArriving) {
      await page.waitForLoadState()
      await page.evaluate(() => history.back())
    }
    await expect(title).toHaveValue('Paper boat')
    release()
    await hydrated(page)
    await expect(page).toHaveURL(one)
    await page.goForward()
    await expect(title).toHaveValue('Tin robot')
    await expect(page).toHaveURL(other)
  })

test('the form of a comment is not shown with another comment', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const challengeId = await makeChallenge(db)
  const submissionId = await makeSubmission(db, ann, challengeId)
  await openVoting(db, challengeId)
  const paths: string[] = []
  for (const text of ['The first thought', 'The second thought']) {
    const added = await addComment(db, as(ann), { challengeId, submissionId, parentId: null, text })
    if (!added.ok) throw new Error(added.message)
    paths.push(`/comments/${added.value.id}/edit`)
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
  await hydrated(page)
  await goStraightTo(page, other)
  await expect(field).toHaveValue(textOfOther)
  await page.goBack()
  await expect(field).toHaveValue(textOfOne)
}
