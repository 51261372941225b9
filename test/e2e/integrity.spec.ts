import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { screenProblems } from './accessibility.ts'
import { hydrated, phone } from './pages.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const ringSize = 6

/** A challenge in voting in which a ring of new accounts votes for one of six entries; `own` is one of them. */
async function contestWithRing(db: Database, own: Member | null, showVotes = true) {
  const challenge = await makeChallenge(db, { title: 'Tin robots', showVotes })
  const entries: string[] = []
  for (const author of await makeMembers(db, 6)) entries.push(await makeSubmission(db, author, challenge))
  await openVoting(db, challenge)
  const honest = await makeMembers(db, 12)
  await db.rows(sql`update users set joined_date = joined_date - interval '60 days'`)
  for (const [index, voter] of honest.entries())
    await castVote(db, as(voter), challenge, entries[index % 6] as string)
  const ring = [...(own ? [own] : []), ...(await makeMembers(db, own ? ringSize - 1 : ringSize))]
  await db.rows(sql`
    update users set joined_date = app_now() where id = any(${ring.map(({ id }) => id)}::uuid[])`)
  for (const member of ring) await castVote(db, as(member), challenge, entries[3] as string, '192.0.2.7')
  await db.rows(sql`
    update votes set created_at = created_at - random() * interval '20 hours' where challenge_id = ${challenge}`)
  return { challenge, ringEntry: entries[3] as string }
}

async function endVoting(db: Database, challenge: string): Promise<void> {
  await db.rows(sql`
    update challenges set deadline = deadline - interval '2 days', voting_ends_at = app_now() where id = ${challenge}`)
}

async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
}

test('a ring is found, its votes are voided, and the results say so', async ({
  page,
  visitor,
  db,
  baseURL,
  faults,
}) => {
  faults.expect(/\b422\b/)
  const member = await visitor({ baseURL, ...phone })
  await signIn(member, 'ring@example.org')
  const { challenge } = await contestWithRing(db, await memberOf(db, 'ring@example.org'))
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/integrity')
  await page.getByRole('link', { name: 'Tin robots' }).click()
  const pattern = page.getByRole('region', { name: /^New accounts/ })
  await expect(pattern).toContainText(`${ringSize} of the 8 votes for this entry`)
  await expect(page.getByRole('region', { name: /^One network/ })).toContainText(`${ringSize} members`)
  expect(await screenProblems(page)).toEqual([])

  await pattern.getByRole('button', { name: 'Void These Votes' }).click()
  await expect(pattern.getByText('Please write what you found')).toBeVisible()
  await pattern.getByLabel('What you found').fill('Six accounts of one evening')
  await pattern.getByRole('button', { name: 'Void These Votes' }).click()
  await expectToast(page, `${ringSize} votes voided`)
  await expect(page.getByText('Six accounts of one evening')).toBeVisible()

  await page.getByRole('link', { name: /^Hold Result/ }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('One more look')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold Result' }).click()
  await expect(page.getByText('Result held').first()).toBeVisible()
  await endVoting(db, challenge)
  await member.goto(`/challenges/${challenge}`)
  await expect(member.getByText('Voting is over. Results are being checked.')).toBeVisible()
  await member.goto('/profile/points')
  await expect(member.getByText('Your vote in Tin robots')).toBeVisible()
  await expect(member.getByText('Accounts were made for this vote')).toBeVisible()
  expect(await screenProblems(member)).toEqual([])

  await page.getByRole('link', { name: /^Release Result/ }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Nothing else')
  await page.getByRole('dialog').getByRole('button', { name: 'Release Result' }).click()
  await expectToast(page, 'The result is released')
  const status = () =>
    db
      .row<{ status: string }>(sql`select status from challenges where id = ${challenge}`)
      .then((row) => row?.status)
  await expect.poll(status).toBe('completed')
  await member.goto(`/challenges/${challenge}/results`)
  await member.getByText('Counted twice, both agree.').click()
  await expect(member.getByText(`${ringSize} votes: accounts were made for this vote`)).toBeVisible()
  await expect(member.getByText('Members voted', { exact: true })).toBeVisible()
})

test('what is written about one pattern stays while votes of another are voided', async ({ page, db }) => {
  const { challenge } = await contestWithRing(db, null)
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto(`/admin/integrity/${challenge}`)
  await hydrated(page)
  const network = page.getByRole('region', { name: /^One network/ })
  await network.getByLabel('What you found').fill('One household?')
  await network.getByRole('checkbox').nth(1).uncheck()
  const accounts = page.getByRole('region', { name: /^New accounts/ })
  for (const box of (await accounts.getByRole('checkbox').all()).slice(1)) await box.uncheck()
  await accounts.getByLabel('What you found').fill('Made for this vote')
  await accounts.getByRole('button', { name: 'Void These Votes' }).click()
  await expectToast(page, '1 vote voided')
  await expect(network.getByRole('checkbox')).toHaveCount(ringSize - 1)
  await expect(network.getByRole('checkbox', { checked: true })).toHaveCount(ringSize - 2)
  await expect(network.getByLabel('What you found')).toHaveValue('One household?')
})

test('the choice of votes to void is still there after a look at a voter', async ({ page, db }) => {
  const { challenge } = await contestWithRing(db, null)
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto(`/admin/integrity/${challenge}`)
  await hydrated(page)
  const network = page.getByRole('region', { name: /^One network/ })
  await network.getByRole('checkbox').nth(1).uncheck()
  await network.getByLabel('Reason').selectOption({ index: 2 })
  const reason = await network.getByLabel('Reason').inputValue()
  await network.getByLabel('What you found').fill('One household?')
  await network
    .getByRole('link', { name: /^Profile of/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  const expectChoice = async () => {
    await expect(network.getByLabel('What you found')).toHaveValue('One household?')
    await expect(network.getByRole('checkbox').nth(1)).not.toBeChecked()
    await expect(network.getByRole('checkbox', { checked: true })).toHaveCount(ringSize - 1)
    await expect(network.getByLabel('Reason')).toHaveValue(reason)
  }
  await expectChoice()
  await page.reload()
  await expectChoice()
  await network.getByRole('button', { name: 'Void These Votes' }).click()
  await expectToast(page, `${ringSize - 1} votes voided`)
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('One household?')).toHaveCount(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('votes are voided and restored, and a refused form keeps its text', async ({ page, db, faults }) => {
    faults.expect(/\b422\b/)
    const { challenge, ringEntry } = await contestWithRing(db, null)
    await signInAsAdmin(page, db, 'rei@example.org')
    await page.goto(`/admin/integrity/${challenge}`)
    const pattern = page.getByRole('region', { name: /^One network/ })
    for (const box of await pattern.getByRole('checkbox').all()) await box.uncheck()
    await pattern.getByLabel('What you found').fill('One household?')
    await pattern.getByRole('button', { name: 'Void These Votes' }).click()
    await expect(page.getByText('None of these members has a vote')).toBeVisible()
    await expect(pattern.getByLabel('What you found')).toHaveValue('One household?')
    await expect(pattern.getByRole('checkbox', { checked: true })).toHaveCount(0)
    const others = page.getByRole('region', { name: /^New accounts/ })
    await expect(others.getByRole('checkbox', { checked: true })).toHaveCount(ringSize)
    await expect(others.getByLabel('What you found')).toHaveValue('')
    for (const box of await pattern.getByRole('checkbox').all()) await box.check()
    await pattern.getByRole('button', { name: 'Void These Votes' }).click()
    await expect(page.getByText(`${ringSize} votes voided`)).toBeVisible()
    await page.getByRole('link', { name: /^Restore/ }).click()
    await page.getByLabel('Reason').fill('One household.')
    await page.getByRole('button', { name: 'Restore Votes' }).click()
    await expect(page.getByText(`${ringSize} votes restored`)).toBeVisible()
    const row = await db.row(sql`select votes from submissions where id = ${ringEntry}`)
    expect(row).toEqual({ votes: ringSize + 2 })
  })
})

test('the counts of a secret ballot are shown after a confirmation that the audit log records', async ({
  page,
  db,
}) => {
  const { challenge } = await contestWithRing(db, null, false)
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/integrity')
  await expect(page.getByRole('row', { name: /Tin robots/ })).toContainText('Counts are hidden')
  await page.goto(`/admin/integrity/${challenge}`)
  await expect(page.getByRole('region', { name: /^New accounts/ })).toHaveCount(0)
  await hydrated(page)
  await page.getByRole('link', { name: /^Show Counts/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show Counts' }).click()
  await expect(page.getByRole('region', { name: /^New accounts/ })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText('Hidden counts viewed')).toBeVisible()
})
