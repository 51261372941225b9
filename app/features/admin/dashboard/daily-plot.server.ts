import { scaleLinear } from 'd3-scale'
import { countScale } from '#app/ui/figures/plot.server.ts'
import { plotHeight } from '#app/ui/figures/plot.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'

/** The geometry of the lines of each day: horizontally in percent, vertically in pixels. */
export function dailyPlot(days: DailyActivity[]) {
  const most = days.flatMap(({ votes, submissions, signUps }) => [votes, submissions, signUps])
  const { y, ticks } = countScale(Math.max(...most))
  const x = scaleLinear([0, days.length - 1], [0, 100])
  const lineOf = (key: 'votes' | 'submissions' | 'signUps') =>
    `M${days.map((day, index) => `${x(index).toFixed(3)},${y(day[key]).toFixed(3)}`).join('L')}`
  const lines = { votes: lineOf('votes'), submissions: lineOf('submissions'), signUps: lineOf('signUps') }
  return {
    ticks,
    votesArea: `${lines.votes}L100,${plotHeight}L0,${plotHeight}Z`,
    lines,
    days: days.map((day, index) => ({ ...day, x: x(index) })),
  }
}
