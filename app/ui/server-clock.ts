/**
 * The browser's monotonic time at which the server's clock showed `now`. A page that came from a cache carries
 * its own moment in the Server-Timing entry 'clock', which is newer than what was rendered.
 */
export function serverClock(now: Date, hydrating: boolean): () => number {
  const navigation = hydrating ? firstNavigation() : undefined
  const sent = Number(navigation?.serverTiming?.find(({ name }) => name === 'clock')?.description)
  const reading = Number.isFinite(sent) && sent > 0 ? sent : now.getTime()
  const taken = navigation?.responseStart ?? performance.now()
  return () => reading + performance.now() - taken
}

function firstNavigation(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
}
