import type { BrowserContext } from '@playwright/test'

/** What went wrong unseen while a test used the site: in the browser's console, on the wire, in the server's log. */
export interface Faults {
  watch(context: BrowserContext): void
  add(fault: string): void
  /** Faults that fit are what this test provokes. */
  expect(pattern: RegExp): void
  unexpected(): string[]
}

/**
 * What a page still loads when it is left is called off by the browser, and one without JavaScript refuses scripts.
 * A true breach of the security policy is told in the console as well.
 */
const harmless = ['net::ERR_ABORTED', 'csp']

export function collectFaults(): Faults {
  const seen: string[] = []
  const expected: RegExp[] = []
  const add = (fault: string) => void seen.push(fault)
  return {
    add,
    watch(context) {
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return
        add(`console: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (fault) => add(`thrown: ${fault.error().message}`))
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        if (!harmless.includes(reason)) add(`${reason}: ${request.method()} ${request.url()}`)
      })
      context.on('response', (response) => {
        if (response.status() < 400) return
        add(`${response.status()}: ${response.request().method()} ${response.url()}`)
      })
    },
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => seen.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  }
}
