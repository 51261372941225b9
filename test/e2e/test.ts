import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { Database } from '#platform/database/database.server.ts'
import { type Clients, signInClients } from './clients.ts'
import { collectFaults, type Faults } from './faults.ts'
import { emptySite, openSite, type Site } from './site.ts'

export { expect } from '@playwright/test'

interface WorkerFixtures {
  site: Site
}

interface TestFixtures {
  /** The site's database; empty when a test begins. */
  db: Database
  /** Asked at the end of every test. */
  faults: Faults
  /** Opens the site as one more person, in a browser of their own. */
  visitor(options?: BrowserContextOptions): Promise<Page>
  /** Four people who talk to a furnished dojo without a browser. */
  callers: Clients
}

/** A test on a site of the worker's own. `page` is the first visitor. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({ browserName }, use, { workerIndex }) => {
      const site = await openSite(`${browserName}_${workerIndex}`)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  db: [
    async ({ site }, use) => {
      await emptySite(site.db)
      await use(site.db)
    },
    { auto: true },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  faults: [
    async ({ site }, use) => {
      const faults = collectFaults()
      site.takeOutput()
      await use(faults)
      for (const line of site.takeOutput().split('\n').filter(Boolean)) faults.add(`server: ${line}`)
      expect(faults.unexpected()).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, faults }, use) => {
    faults.watch(context)
    await use(context)
  },
  visitor: async ({ browser, faults }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      faults.watch(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
  callers: async ({ playwright, site, db: _ }, use) => {
    const callers = await signInClients(playwright.request, site)
    await use(callers)
    await callers.leave()
  },
})
