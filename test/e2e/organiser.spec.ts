import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { expectStatus, passDeadline } from './challenges.ts'
import { drawing } from './images.ts'
import { expectToast, hydrated, toast } from './pages.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a challenge runs from draft to winner, and is extended', async ({ page, db, visitor }) => {
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges')
  await page.getByRole('link', { name: 'Create New Challenge' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Challenge')
  await page.getByLabel('Title').fill('Night market')
  await page.getByLabel('Description').fill('Draw what is sold after dark.')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page.getByText('Challenge created successfully!')).toBeVisible()
  await expect(rowOf(page)).toContainText('Draft')
  await expect(toast(page)).toContainText('Challenge created successfully!')
  await toast(page).getByRole('link', { name: 'Open challenge' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night market')

  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Challenge: Night market')
  await page.getByLabel('Status').selectOption('active')
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  await expect(rowOf(page)).toContainText('Active')

  const { id } = await challengeOf(db)
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const submission = await makeSubmission(db, ann, id, { title: 'Lantern stall' })
  await makeSubmission(db, ben, id)
  await passDeadline(db, id)
  await expectStatus(db, id, 'voting')
  await castVote(db, as(ben), id, submission)

  await page.goto('/admin/challenges?status=voting')
  await page.getByRole('link', { name: 'Complete Night market' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Challenge' })
  await expect(dialog).toContainText('2 participants will get 25 points each.')
  await expect(dialog).toContainText(`${ann.displayName} leads with 1 vote and will win 100 bonus points.`)
  await dialog.getByRole('button', { name: 'Complete Challenge' }).click()
  await expectToast(page, 'Challenge completed successfully! Points have been awarded to participants.')
  await expect(toast(page).getByRole('link', { name: 'Open challenge' })).toHaveAttribute(
    'href',
    `/admin/challenges/${id}`,
  )
  await expect(page).toHaveURL('/admin/challenges?status=voting')
  await expect(page.getByRole('row').filter({ hasText: 'Completed' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No challenges found')).toBeVisible()

  const visitorPage = await visitor()
  await visitorPage.goto(`/challenges/${id}`)
  await expect(visitorPage.getByRole('main')).toContainText(ann.displayName)
  await expect(visitorPage.getByRole('main')).toContainText('Completed')
  expect(await winnerOf(db, id)).toEqual({ winner: ann.id, votes: 1 })

  await page.getByRole('link', { name: 'Reset Filters' }).first().click()
  await page.getByRole('link', { name: 'Extend Night market' }).click()
  await expect(page.getByRole('dialog')).toContainText(`${ann.displayName} is no longer the winner`)
  await page.getByRole('button', { name: 'Extend Challenge' }).click()
  await expectToast(page, 'Challenge deadline extended by one week and reactivated successfully!')
  await expect(toast(page)).toContainText(/New deadline: \w{3} \d+, \d{4} at \d/)
  await expect(rowOf(page)).toContainText('Active')
  expect(await winnerOf(db, id)).toEqual({ winner: null, votes: null })
})

test('an administrator duplicates a challenge and deletes the draft', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  await makeChallenge(db, { title: 'Night market', kind: 'audio', type: 'monthly' })
  await page.goto('/admin/challenges')
  await page.getByRole('link', { name: 'Duplicate Night market' }).click()
  await hydrated(page)
  await expect(page.getByLabel('Title')).toHaveValue('Copy of Night market')
  await expect(page.getByLabel('Kind')).toHaveValue('audio')
  await expect(page.getByLabel('Status')).toHaveValue('draft')
  await page.getByLabel('Title').fill('Day market')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await page.getByRole('link', { name: 'Delete Day market' }).click()
  await page.getByRole('button', { name: 'Delete Challenge' }).click()
  await expectToast(page, 'Challenge deleted successfully')
  const row = page.getByRole('row').filter({ hasText: 'Day market' })
  await expect(row.getByText('Deleted')).toBeVisible()
  await page.reload()
  await expect(row).toHaveCount(0)
})

test('a challenge form that is out of date says so and keeps its input', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  const id = await makeChallenge(db, { title: 'Night market', status: 'draft' })
  await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${id}/edit`)
  await page.getByLabel('Title').fill('Night market by the river')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await db.rows(sql`update challenges set title = 'Day market' where id = ${id}`)
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  await expect(page.getByRole('alert')).toContainText('It has changed since you opened it')
  await expect(page.getByLabel('Title')).toHaveValue('Night market by the river')
  const [fresh] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open it again in a new tab' }).click(),
  ])
  await expect(fresh.getByRole('heading', { level: 1 })).toHaveText('Edit Challenge: Day market')
})

function rowOf(page: Page) {
  return page.getByRole('row').filter({ hasText: 'Night market' })
}

async function challengeOf(db: Database): Promise<{ id: string }> {
  const challenge = await db.row<{ id: string }>(sql`select id from challenges where title = 'Night market'`)
  if (!challenge) throw new Error('No such challenge')
  return challenge
}

function winnerOf(db: Database, id: string) {
  return db.row(sql`select winner_id as winner, winner_votes as votes from challenges where id = ${id}`)
}
