import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { countdownTiles } from './countdown.tsx'
import { timeLeftText } from './time-left.tsx'

const hour = 3_600_000

function shown(remaining: number): string {
  return countdownTiles(remaining)
    .map((tile) => `${tile.value} ${tile.unit}`)
    .join(', ')
}

test('counts down to the second, never below zero', () => {
  expect(shown(7 * hour + 42 * 60_000 + 18_999)).toBe('7 hours, 42 minutes, 18 seconds')
  expect(shown(999)).toBe('0 hours, 0 minutes, 0 seconds')
  expect(shown(-1)).toBe('0 hours, 0 minutes, 0 seconds')
})

test('shows days from two of them on, hours above 24 before', () => {
  expect(shown(48 * hour)).toBe('2 days, 0 hours, 0 minutes, 0 seconds')
  expect(shown(48 * hour - 1)).toBe('47 hours, 59 minutes, 59 seconds')
})

const now = new Date('2026-11-20T12:00:00Z')

function left(milliseconds: number, voting = false): string {
  const text = timeLeftText(new Date(now.getTime() + milliseconds), now, voting, 'UTC')
  return text.replaceAll('\u00a0', ' ')
}

test('shows days, rounded up, from one day up', () => {
  expect(left(120 * hour)).toBe('5 days left')
  expect(left(48 * hour + 1)).toBe('3 days left')
  expect(left(48 * hour)).toBe('2 days left')
  expect(left(24 * hour)).toBe('1 day left')
})

test('shows hours and minutes below one day', () => {
  expect(left(24 * hour - 1)).toBe('23 h 59 min left')
  expect(left(7 * hour + 28 * 60_000)).toBe('7 h 28 min left')
  expect(left(hour)).toBe('1 h left')
  expect(left(hour - 1)).toBe('59 min left')
  expect(left(59_999)).toBe('Less than a minute left')
  expect(left(0)).toBe('Closed')
})

test('says that voting ends on its last day', () => {
  expect(left(48 * hour, true)).toBe('2 days left')
  expect(left(13 * hour, true)).toBe('13 h left')
  expect(left(hour, true)).toBe('Ending today! 1 h left')
  expect(left(0, true)).toBe('Closed')
})

describe('the clock of a page', () => {
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
})
