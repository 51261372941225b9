import sql from 'sql-template-tag'
import { newSetupCode } from '#domain/members/first-administrator.server.ts'
import { sendSuggestion } from '#domain/suggestions/commands.server.ts'
import { makeMember } from '#test/builders.ts'
import { drawing } from './images.ts'
import { pressOn } from './keyboard.ts'
import { expectToast, phone } from './pages.ts'
import { signInAsAdmin, signInHere } from './sign-in.ts'
import { expect, test } from './test.ts'

test.describe('on a phone, by keyboard', () => {
  test.use(phone)

  test('the operator of an empty site becomes its administrator and opens a challenge (AUTH-42, ADM-119)', async ({
    page,
    db,
    visitor,
    faults,
  }) => {
    faults.expect(/\b404\b.*\/setup|\b422\b/)
    const guest = await visitor()
    expect((await guest.goto('/setup'))?.status()).toBe(404)
    const code = (await newSetupCode(db, { emails: [], userIds: [] })) ?? ''

    await page.goto('/setup')
    await expect(page).toHaveURL('/login?redirect=%2Fsetup')
    await signInHere(page, 'rei@example.org')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('First administrator')
    await page.getByLabel('Code').focus()
    await page.keyboard.type('K7QM-4TXD')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is not the code, or it has expired.')).toBeVisible()
    await expect(page.getByLabel('Code')).toHaveValue('K7QM-4TXD')
    await page.getByLabel('Code').fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await expectToast(page, 'You are the administrator of this site.')
    await expect(page).toHaveURL('/admin')
    expect((await guest.goto('/setup'))?.status()).toBe(404)

    const steps = page.getByRole('region', { name: 'Set up your site' })
    await pressOn(page, steps.getByRole('link', { name: 'Create the first challenge' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Challenge')
    await page.getByLabel('Title').fill('Night market')
    await page.getByLabel('Description').fill('Draw what is sold after dark.')
    await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
    await page.getByLabel('Open now').check()
    await pressOn(page, page.getByRole('button', { name: 'Create Challenge' }))
    await expectToast(page, 'Challenge created successfully!')
    await guest.goto('/challenges')
    await expect(guest.getByRole('link', { name: 'Night market' }).first()).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(steps).toBeHidden()
  })
})

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
