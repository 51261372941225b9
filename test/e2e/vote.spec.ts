import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeEntry, makeMember, openVoting } from '#test/builders.ts'
import { alive } from './pages.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

const vote = 'Vote for this submission'

test('clicks while a vote is on its way count once, and the count rises at once', async ({ page, db }) => {
  await signIn(page, 'ann@example.org', `/login?redirect=${await anEntryInVoting(db)}`)
  await alive(page)
  const arrived = Promise.withResolvers<void>()
  let sent = 0
  await page.route(/\/vote(\.data)?$/, async (route) => {
    sent += 1
    await arrived.promise
    await route.continue()
  })
  const panel = page.locator('section').filter({ hasText: 'Votes' }).first()
  await expect(panel).toContainText('0')
  await page.getByRole('button', { name: vote }).dblclick()
  await expect(panel).toContainText("You've voted for this submission")
  await expect(panel.locator('.text-hero')).toHaveText('1')
  arrived.resolve()
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeEnabled()
  expect(sent).toBe(1)
})

test('a vote that is lost on its way is said to be, and can be cast again', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED|Failed to fetch/)
  await signIn(page, 'ann@example.org', `/login?redirect=${await anEntryInVoting(db)}`)
  await alive(page)
  await page.route(/\/vote(\.data)?$/, (route) => route.abort('failed'))
  await page.getByRole('button', { name: vote }).click()
  const said = page.getByRole('status').getByText('Failed to register your vote. Please try again.')
  await expect(said).toBeVisible()
  await expect(page.locator('.text-hero')).toHaveText('0')
  await page.unroute(/\/vote(\.data)?$/)
  await page.getByRole('button', { name: vote }).click()
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
})

async function anEntryInVoting(db: Database): Promise<string> {
  const challenge = await makeChallenge(db)
  const entry = await makeEntry(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  return `/challenges/${challenge}/submissions/${entry}`
}
