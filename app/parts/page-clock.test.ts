import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const page = Object.assign(new EventTarget(), { hidden: false })

/** The page is hidden for so long, of which the device slept for a part. */
function hide(ms: number, asleepMs: number) {
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  vi.setSystemTime(Date.now() + ms)
  elapsed += ms - asleepMs
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
}

let elapsed = 0

beforeEach(() => {
  // Another file may have loaded it without a document.
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('document', page)
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
  elapsed = 1_000
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('goes on while the page is hidden, and adds what the device slept', async () => {
  const { pageClock } = await import('./time-left.tsx')
  expect(pageClock()).toBe(1_000)
  hide(60_000, 0)
  expect(pageClock()).toBe(61_000)
  hide(3_600_000, 3_500_000)
  expect(pageClock()).toBe(3_661_000)
  // The clock of the device was set forward, and back.
  hide(7_200_000, 7_199_000)
  hide(-7_198_000, -7_199_000)
  expect(pageClock()).toBe(3_663_000)
})
