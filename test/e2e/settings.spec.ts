import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { drawing } from './images.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('of two administrators the second reads what the first has set (ADM-111)', async ({
      page,
      db,
      visitor,
      faults,
    }) => {
      faults.expect(/\b409\b/)
      await signInAsAdmin(page, db, 'rei@example.org', '/admin/settings')
      const other = await visitor()
      await signInAsAdmin(other, db, 'mio@example.org', '/admin/settings')
      await page.getByLabel('Tagline').fill('Draw at dawn')
      await page.getByRole('button', { name: 'Save Site' }).click()
      await expect(page.getByText('Site settings saved')).toBeVisible()
      await other.getByLabel('Tagline').fill('Draw at dusk')
      await other.getByRole('button', { name: 'Save Site' }).click()
      await expect(other.getByText('Another administrator has changed these settings')).toBeVisible()
      await expect(other.getByLabel('Tagline')).toHaveValue('Draw at dusk')
      await expect(other.getByText('In force: Draw at dawn')).toBeVisible()
      await other.getByRole('button', { name: 'Save Site' }).click()
      await expect(other.getByText('Site settings saved')).toBeVisible()
      const log = sql`select count(*)::int as count from audit_log where action = 'settings_changed'`
      expect(await db.row(log)).toEqual({ count: 2 })
    })

    test('a site gets a logo and other dates, and its mark back (ADM-151, ADM-152)', async ({
      page,
      db,
      visitor,
      faults,
    }) => {
      faults.expect(/\b422\b/)
      const guest = await visitor()
      const deadline = new Date('2031-05-04T20:30:00Z')
      const path = `/challenges/${await makeChallenge(db, { status: 'upcoming', deadline })}`
      await guest.goto(path)
      const time = guest.locator(`main time[datetime="${deadline.toISOString()}"]`).first()
      await expect(time).toContainText('May 4, 2031')
      await signInAsAdmin(page, db, 'rei@example.org', '/admin/settings')
      const save = page.getByRole('button', { name: 'Save Look' })
      await page.getByLabel('Logo').setInputFiles(await drawing('#1f5fa8'))
      await page.getByLabel('Accent colour').fill('red')
      await page.getByLabel('Dates').selectOption('de-DE')
      await save.click()
      await expect(page.getByText('Please enter a colour')).toBeVisible()
      await page.getByLabel('Accent colour').fill('')
      await save.click()
      await expect(page.getByText('Site settings saved')).toBeVisible()
      const logo = page.getByRole('banner').locator('img[src^="/media/"]')
      await expect(logo).toHaveJSProperty('naturalWidth', 96)
      await guest.goto(path)
      await expect(time).toContainText('4. Mai 2031')
      await expect(guest.getByRole('banner').locator('img[src^="/media/"]')).toBeVisible()
      await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', /^\/media\/.+\/96\.webp$/)
      await page.getByLabel('Use the mark of the dojo').check()
      await save.click()
      await expect(logo).toBeHidden()
      await guest.goto(path)
      await expect(guest.locator('link[rel=icon]').first()).toHaveAttribute('href', '/favicon.ico')
    })

    test('a legal text is previewed, saved and not overwritten unseen (ADM-125, ADM-126)', async ({
      page,
      db,
      visitor,
      faults,
    }) => {
      faults.expect(/\b409\b/)
      const guest = await visitor()
      await guest.goto('/terms')
      await signInAsAdmin(page, db, 'rei@example.org', '/admin/settings/pages/terms')
      const other = await visitor()
      await signInAsAdmin(other, db, 'mio@example.org', '/admin/settings/pages/terms')
      await page.getByLabel('Text').fill('## Kindness\n\nBe kind to <b>all</b>.')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByRole('heading', { name: '1. Kindness' })).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Page saved')).toBeVisible()
      await guest.goto('/terms')
      await expect(guest.getByText('Be kind to <b>all</b>.')).toBeVisible()
      await other.getByLabel('Text').fill('## Silence')
      await other.getByRole('button', { name: 'Preview' }).click()
      await expect(other.getByRole('heading', { name: '1. Silence' })).toBeVisible()
      await other.getByRole('button', { name: 'Save' }).click()
      await expect(other.getByLabel('Text')).toHaveValue('## Silence')
      await expect(other.getByRole('link', { name: 'Version 1' })).toBeVisible()
      await expect(other.getByText('Another administrator has changed this page')).toBeVisible()
      await other.getByRole('button', { name: 'Save' }).click()
      await expect(other.getByText('Page saved')).toBeVisible()
      await guest.goto('/terms')
      await expect(guest.getByRole('heading', { name: '1. Silence' })).toBeVisible()
    })
  })
}
