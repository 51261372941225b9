import type { Page } from '@playwright/test'
import { makeMembers } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { signInAsAdmin } from './sign-in.ts'
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
