import type { BrowserContext } from '@playwright/test'

/** Errors outside of the page: in the browser's console, of requests, in the server's log. */
export interface Faults {
  watch(context: BrowserContext): void
  add(fault: string): void
  /** Ignores faults that match: the test causes them. */
  expect(pattern: RegExp): void
  unexpected(): string[]
}

/**
 * The browser aborts pending requests when it leaves a page, and blocks scripts without JavaScript. A violation of the
 * content security policy also appears in the console.
 */
const harmless = ['net::ERR_ABORTED', 'csp']

/** Most tests have no service worker, see playwright.config.ts. */
const blocked = 'Service Worker registration blocked by Playwright'

/** The form asks the hosts of links, which tests cannot reach. */
const isLinkCheck = (url: string) => url.startsWith('https://')

export function collectFaults(): Faults {
  const seen: string[] = []
  const expected: RegExp[] = []
  const add = (fault: string) => void seen.push(fault)
  return {
    add,
    watch(context) {
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type()) || isLinkCheck(message.location().url)) return
        if (message.text() === blocked) return
        add(`console: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (fault) => add(`thrown: ${fault.error().message}`))
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        if (['fetch', 'media'].includes(request.resourceType()) && isLinkCheck(request.url())) return
        if (!harmless.includes(reason)) add(`${reason}: ${request.method()} ${request.url()}`)
      })
      context.on('response', (response) => {
        if (response.status() < 400 || isLinkCheck(response.url())) return
        add(`${response.status()}: ${response.request().method()} ${response.url()}`)
      })
    },
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => seen.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  }
}
