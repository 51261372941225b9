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
import { scriptsRun } from './pages.ts'
import { emptySite, openSite, type Site } from './site.ts'

export { expect } from '@playwright/test'

interface WorkerFixtures {
  site: Site
}

interface TestFixtures {
  /** The site's database, emptied before each test. */
  db: Database
  /** Fails the test if unexpected faults occurred. */
  faults: Faults
  /** Opens another browser context. */
  visitor(options?: BrowserContextOptions): Promise<Page>
  /** HTTP clients of four roles, on a site with fixtures. */
  clients: Clients
  /** Fails the test at its end unless `holds`. For thousands of responses: an `expect` takes a millisecond. */
  check: Check
}

export type Check = (holds: boolean, problem: string) => void

/** A cookie with which visitors get separate pages: shared ones may show rows of the previous test. */
export function unshared({ origin }: Site) {
  return { name: 'unshared', value: 'yes', url: origin }
}

/** Makes `goto`, `reload` and the steps in the history wait until the scripts of the page run, unless given a state. */
function waitForScripts(page: Page): void {
  const [goto, reload, goBack, goForward] = [page.goto, page.reload, page.goBack, page.goForward].map(
    (open) => open.bind(page),
  ) as [Page['goto'], Page['reload'], Page['goBack'], Page['goForward']]
  async function opened<Result>(opening: Promise<Result>, options?: { waitUntil?: string }): Promise<Result> {
    const response = await opening
    if (!options?.waitUntil) await scriptsRun(page)
    return response
  }
  page.goto = (url, options) => opened(goto(url, options), options)
  page.reload = (options) => opened(reload(options), options)
  page.goBack = (options) => opened(goBack(options), options)
  page.goForward = (options) => opened(goForward(options), options)
}

/** Each worker has its own site. `page` is a visitor without a session. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({ browserName }, use, { workerIndex }) => {
      const site = await openSite(`${browserName}_${workerIndex}`)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
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
  context: async ({ context, faults, site, javaScriptEnabled }, use) => {
    faults.watch(context)
    await context.addCookies([unshared(site)])
    if (javaScriptEnabled !== false) context.on('page', waitForScripts)
    await use(context)
  },
  visitor: async ({ browser, faults, site, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      faults.watch(context)
      await context.addCookies([unshared(site)])
      if ((options?.javaScriptEnabled ?? javaScriptEnabled) !== false) context.on('page', waitForScripts)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
  clients: async ({ playwright, site, db: _ }, use) => {
    const clients = await signInClients(playwright.request, site)
    await use(clients)
    await clients.dispose()
  },
  check: async ({ browserName: _ }, use) => {
    const problems: string[] = []
    await use((holds, problem) => {
      if (!holds) problems.push(problem)
    })
    expect(problems).toEqual([])
  },
})
