import sql from 'sql-template-tag'
import { sendSuggestion } from '#domain/suggestions/commands.server.ts'
import { makeMember } from '#test/builders.ts'
import { drawing } from './images.ts'
import { expectToast } from './pages.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a suggestion becomes a draft that names its author (CHL-88, ADM-118)', async ({
  page,
  db,
  visitor,
}) => {
  const ann = await makeMember(db)
  await sendSuggestion(db, ann, { title: 'Doors', brief: 'Draw a door that leads nowhere.', kind: 'video' })
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/suggestions')
  await page.getByRole('link', { name: 'Make a Challenge' }).click()
  await expect(page.getByText(/^Suggested by/)).toContainText(ann.displayName)
  await expect(page.getByLabel('Title')).toHaveValue('Doors')
  await expect(page.getByLabel('Kind')).toHaveValue('video')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await page.getByLabel('Open now').check()
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expectToast(page, 'Challenge created successfully!')
  const made = await db.row<{ id: string }>(sql`select id from challenges where title = 'Doors'`)
  const guest = await visitor()
  await guest.goto(`/challenges/${made?.id}`)
  await expect(guest.getByRole('main')).toContainText(`Suggested by ${ann.displayName}`)
  await page.goto('/admin/suggestions')
  await expect(page.getByRole('link', { name: 'Its challenge' })).toBeVisible()
})
