/** Less may be the correction of a clock. */
const leastSleepMs = 5_000

let asleepMs = 0
let isWatching = false

/**
 * Milliseconds since the page was opened, by a clock that no one sets. It stands still while a device sleeps, so that time
 * is added once the page is seen again.
 */
export function pageClock(): number {
  watch()
  return performance.now() + asleepMs
}

function watch(): void {
  if (isWatching) return
  isWatching = true
  const [openedAt, opened] = [Date.now(), performance.now()]
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    const behind = Date.now() - openedAt - (performance.now() - opened)
    if (behind - asleepMs >= leastSleepMs) asleepMs = behind
  })
}
