let asleepMs = 0

/**
 * Milliseconds since the page was opened, by a clock that stands still while a device sleeps. That time is added once the
 * page is seen again, by the device's own clock, which someone may have set since.
 */
export function pageClock(): number {
  return performance.now() + asleepMs
}

if (typeof document !== 'undefined') {
  const ahead = () => Date.now() - performance.now()
  const atFirst = ahead()
  document.addEventListener('visibilitychange', () => {
    asleepMs = Math.max(0, ahead() - atFirst)
  })
}
