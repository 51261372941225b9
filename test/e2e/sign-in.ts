import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { scriptsRun } from './pages.ts'

/** Signs in without opening pages, which would take most of a test's time, then opens `path` if there is one. */
export async function signIn(page: Page, email: string, path?: string): Promise<void> {
  await sendSignIn(page.request, email)
  if (!path) return
  await page.goto(path)
  await expect(userMenu(page)).toBeVisible()
}

/** Sends the forms of the login page and of the demo provider, which creates the account of a new e-mail address. */
export async function sendSignIn(client: APIRequestContext, email: string): Promise<void> {
  const { origin } = new URL((await client.get('/healthz')).url())
  const headers = { Origin: origin }
  const begin = () => client.post('/login/start', { headers, form: { redirect: '/' } })
  let accountPage = await begin()
  // The maintenance mode of the previous test ends a moment later.
  for (let tries = 0; accountPage.status() === 503 && tries < 10; tries++) {
    await sleep(1_000)
    accountPage = await begin()
  }
  const form = { name: email.split('@')[0] ?? email, email, new: 'yes' }
  const home = await client.post(accountPage.url(), { headers, form })
  expect([`${origin}/`, `${origin}/profile/edit?welcome=%2F`]).toContain(home.url())
}

/** Signs in through the login page and the pages of the demo provider. */
export async function signInThroughPages(page: Page, email: string, from = '/login'): Promise<void> {
  await page.goto(from)
  await signInHere(page, email)
}

/** Signs in from the open login page. A new member skips the welcome sheet. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await chooseAccount(page, email)
  if (new URL(page.url()).searchParams.has('welcome')) {
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    await expect(page).not.toHaveURL(/welcome=/)
  }
}

/** Signs in from the open login page; a new member is then on the welcome sheet. */
export async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a demo account' }).click()
  await page.getByLabel('Your name').fill(email.split('@')[0] ?? email)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(userMenu(page)).toBeVisible()
  await scriptsRun(page)
}

/** The summary element that opens the menu of the signed-in member. */
export function userMenu(page: Page): Locator {
  return page.getByRole('banner').locator('summary').filter({ hasNotText: 'Menu' })
}

export async function memberOf(db: Database, email: string): Promise<Member> {
  const member = await db.row<Member>(sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.points,
      u.is_admin as "isAdmin"
    from users u join identities i on i.user_id = u.id where i.email = ${email}`)
  if (!member) throw new Error(`No member has signed in as ${email}`)
  return member
}

export async function signInAsAdmin(page: Page, db: Database, email: string, path?: string): Promise<Member> {
  await signIn(page, email)
  const { id } = await memberOf(db, email)
  await setRole(db, id, 'administrator')
  if (path) await page.goto(path)
  return memberOf(db, email)
}
