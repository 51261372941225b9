import sql from 'sql-template-tag'
import { expect, test } from './test.ts'

test('Retry loads a section that failed', async ({ page, db, faults }) => {
  // Also of requests that a test before left.
  faults.expect(/a part of a page could not be loaded|column u\.photo_url does not exist/)
  await db.rows(sql`alter table users rename column photo_url to photo_away`)
  try {
    const answer = await page.goto('/leaderboard')
    expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, 'no-store'])
    await expect(page.getByText('Error loading leaderboard data')).toBeVisible()
  } finally {
    await db.rows(sql`alter table users rename column photo_away to photo_url`)
  }
  await page.getByRole('main').getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByText('Error loading leaderboard data')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
})
