import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
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
    update submissions set content_changed_at = content_changed_at - interval '1 hour' where challenge_id = ${challenge}`)
  await db.rows(sql`
    update votes set created_at = created_at - random() * interval '1 hour' where challenge_id = ${challenge}`)
  return { challenge, ringEntry: entries[3] as string }
}

async function endVoting(db: Database, challenge: string): Promise<void> {
  await db.rows(sql`
    update challenges set deadline = deadline - interval '2 days', voting_ends_at = app_now() where id = ${challenge}`)
}

async function tickRing(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Select the marked ones' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(ringSize)
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
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/integrity')
  await page.getByRole('link', { name: 'Tin robots' }).click()
  const first = page.getByRole('table', { name: 'Votes' }).getByRole('row').nth(1)
  await expect(first).toContainText('8 votes')
  await expect(first).toContainText(`${ringSize} of ${ringSize}`)
  const ticked = page.getByRole('checkbox', { checked: true })
  await expect(ticked).toHaveCount(0)
  expect(await screenProblems(page)).toEqual([])
  await tickRing(page)
  expect(await screenProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Void Ticked Votes' }).click()
  await page.getByRole('button', { name: 'Void Votes' }).click()
  await expect(page.getByText('Please choose a reason')).toBeVisible()
  await page.getByLabel('Reason for the members').selectOption('Accounts were made for this vote')
  await page.getByRole('button', { name: 'Void Votes' }).click()
  await expect(page.getByText('Please write what you found')).toBeVisible()
  expect(await screenProblems(page)).toEqual([])
  await page.getByLabel('Note').fill('Six accounts of one evening')
  await page.getByRole('button', { name: 'Void Votes' }).click()
  await expectToast(page, `${ringSize} votes voided`)
  await expect(page).not.toHaveURL(/tick=/)
  await expect(ticked).toHaveCount(0)
  await expect(page.getByText('Six accounts of one evening')).toBeVisible()
  expect(await screenProblems(page)).toEqual([])

  await page.getByRole('link', { name: /^Hold Result/ }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('One more look')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold Result' }).click()
  await expect(page.getByText('Result held.')).toBeVisible()
  await endVoting(db, challenge)
  await member.goto(`/challenges/${challenge}`)
  await expect(member.getByText('Voting is over. Results are being checked.')).toBeVisible()
  await member.goto('/profile/points')
  await expect(member.getByText('Your vote in Tin robots')).toBeVisible()
  await expect(member.getByText('Accounts were made for this vote')).toBeVisible()
  expect(await screenProblems(member)).toEqual([])

  await page.getByRole('link', { name: /^Release Result/ }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Nothing else')
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

test('ticks are still there after a look at a voter, another order and a look at the confirmation', async ({
  page,
  db,
}) => {
  const { challenge, ringEntry } = await contestWithRing(db, null)
  await signInAsAdmin(page, db, 'rei@example.org', `/admin/integrity/${challenge}?entry=${ringEntry}`)
  const second = await page.getByRole('checkbox').nth(1).getAttribute('value')
  const box = page.locator(`[name=vote][value="${second}"]`)
  await box.check()
  const expectTicks = async () => {
    await expect(box).toBeChecked()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  }
  await page.getByRole('table', { name: 'Votes' }).getByRole('rowheader').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/leaderboard\//)
  await page.goBack()
  await expectTicks()
  await page.reload()
  await expectTicks()
  await page.getByRole('link', { name: 'Joined' }).click()
  await expect(page).toHaveURL(/sort=joined/)
  // The address changes before the page, whose form keeps the order.
  await expect(page.getByRole('columnheader', { name: 'Joined' })).toHaveAttribute('aria-sort', /ending$/)
  await expectTicks()
  await page.getByRole('button', { name: 'Void Ticked Votes' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/sort=joined/)
  await expectTicks()
  await page.getByRole('button', { name: 'Void Ticked Votes' }).click()
  await page.getByLabel('Reason for the members').selectOption({ index: 2 })
  await page.getByLabel('Note').fill('One household?')
  await page.getByRole('button', { name: 'Void Votes' }).click()
  await expectToast(page, '1 vote voided')
  await page.getByRole('link', { name: 'Restore 1 vote' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('One household.')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore Votes' }).click()
  await expectToast(page, '1 vote restored')
  await page.goto(`/admin/integrity/${challenge}?entry=${ringEntry}`)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('votes are voided and restored, and a refused form keeps its text', async ({ page, db, faults }) => {
    faults.expect(/\b422\b/)
    const { challenge, ringEntry } = await contestWithRing(db, null)
    await signInAsAdmin(page, db, 'rei@example.org', `/admin/integrity/${challenge}?entry=${ringEntry}`)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Void Ticked Votes' }).click()
    await expect(page.getByText(INTEGRITY_MESSAGES.noVotes)).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await tickRing(page)
    await page.getByRole('button', { name: 'Void Ticked Votes' }).click()
    await page.getByLabel('Reason for the members').selectOption('Votes were given by agreement')
    await page.getByRole('button', { name: 'Void Votes' }).click()
    await expect(page.getByText('Please write what you found')).toBeVisible()
    await expect(page.getByLabel('Reason for the members')).toHaveValue('agreed')
    await page.getByLabel('Reason for the members').selectOption('')
    await page.getByLabel('Note').fill('One household?')
    await page.getByRole('button', { name: 'Void Votes' }).click()
    await expect(page.getByText('Please choose a reason')).toBeVisible()
    await expect(page.getByLabel('Note')).toHaveValue('One household?')
    await page.getByLabel('Reason for the members').selectOption('Votes were given by agreement')
    await page.getByRole('button', { name: 'Void Votes' }).click()
    await expect(page.getByText(`${ringSize} votes voided`)).toBeVisible()
    await page.getByRole('link', { name: `Restore ${ringSize} votes` }).click()
    await page.getByLabel('Note').fill('One household.')
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
  await contestWithRing(db, null, false)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/integrity')
  await expect(page.getByRole('listitem').filter({ hasText: 'Tin robots' })).toContainText('Counts hidden')
  await page.getByRole('link', { name: 'Tin robots' }).click()
  await expect(page.getByText('Voting. Counts hidden')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await hydrated(page)
  await page.getByRole('link', { name: /^Show Counts/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show Counts' }).click()
  await expect(page.getByRole('table', { name: 'Votes' })).toContainText('New accounts')
  await page.goto('/admin/audit')
  await expect(page.getByText('Hidden counts viewed')).toBeVisible()
})
