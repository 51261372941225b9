import { expect, type Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { setAdministrator } from '#domain/members/administrators.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'

/** Signs in by the pages that a visitor sees, as someone new or as whoever typed this address before. */
export async function signIn(page: Page, email: string, from = '/login'): Promise<void> {
  await page.goto(from)
  await signInHere(page, email)
}

/** The same from where the login page is already open. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a demo account' }).click()
  await page.getByLabel('Your name').fill(email.split('@')[0] ?? email)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('.user-trigger')).toBeVisible()
}

/** The member who signed in by this address, as the domain's verbs take them. */
export async function memberOf(db: Database, email: string): Promise<Member> {
  const member = await db.row<Member>(sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.points,
      u.is_admin as "isAdmin"
    from users u join identities i on i.user_id = u.id where i.email = ${email}`)
  if (!member) throw new Error(`Nobody signed in as ${email}`)
  return member
}

export async function signInAsAdmin(page: Page, db: Database, email: string): Promise<Member> {
  await signIn(page, email)
  const { id } = await memberOf(db, email)
  await setAdministrator(db, id, true)
  return memberOf(db, email)
}
