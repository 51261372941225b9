import type { Page } from '@playwright/test'
import { type Role, type Screen, screensFor } from './screens.ts'
import { seedFixtures } from './seed-fixtures.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import type { Site } from './site.ts'

export const roles: readonly Role[] = ['visitor', 'member', 'admin']

interface Opened {
  page: Page
  site: Site
  visitor(): Promise<Page>
}

/** The screens of each route of a site with data; `page` is signed in as `role`. */
export async function seededScreens(role: Role, { page, site, visitor }: Opened): Promise<Screen[][]> {
  const admin = role === 'admin' ? page : await visitor()
  const member = role === 'member' ? page : await visitor()
  await signIn(member, 'ann@example.org')
  const users = {
    admin: await signInAsAdmin(admin, site.db, 'rei@example.org'),
    owner: await memberOf(site.db, 'ann@example.org'),
  }
  return Object.values(screensFor(await seedFixtures(site, users)))
}
