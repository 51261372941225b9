let asleepMs = 0

/**
 * Milliseconds since the page was opened, by a clock that no one sets. It stands still while a device sleeps, so that time
 * is added once the page is seen again.
 */
export function pageClock(): number {
  return performance.now() + asleepMs
}

if (typeof document !== 'undefined') {
  const ahead = () => Date.now() - performance.now()
  const atFirst = ahead()
  document.addEventListener('visibilitychange', () => {
    asleepMs = Math.max(asleepMs, ahead() - atFirst)
  })
}
