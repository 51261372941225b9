import { scaleBand } from 'd3-scale'
import { countScale } from '#app/ui/figures/plot.server.ts'

interface Hour {
  hour: string
  votes: number
}

const mostBars = 48
const hourMs = 3_600_000

/** At most 48 bars of whole hours, with their geometry: horizontally in percent, vertically in pixels. */
export function votesPlot(hours: readonly Hour[]) {
  const times = hours.map(({ hour }) => Date.parse(hour))
  const [first = 0, last = first] = [times[0], times.at(-1)]
  const hoursEach = Math.ceil(((last - first) / hourMs + 1) / mostBars)
  const eachMs = hoursEach * hourMs
  const votes: number[] = Array(Math.floor((last - first) / eachMs) + 1).fill(0)
  for (const [index, time] of times.entries()) {
    const bar = Math.floor((time - first) / eachMs)
    votes[bar] = (votes[bar] ?? 0) + (hours[index]?.votes ?? 0)
  }
  const { y, ticks } = countScale(Math.max(...votes))
  const x = scaleBand([...votes.keys()], [0, 100]).padding(0.2)
  const bars = votes.map((count, bar) => ({
    from: first + bar * eachMs,
    votes: count,
    x: x(bar) ?? 0,
    width: x.bandwidth(),
    y: y(count),
    height: y(0) - y(count),
  }))
  return { hoursEach, ticks, bars, end: first + votes.length * eachMs }
}
