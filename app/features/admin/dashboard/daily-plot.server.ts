import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { countScale } from '#app/ui/figures/plot.server.ts'
import { plotHeight } from '#app/ui/figures/plot.tsx'
import type { DailyActivity } from '#domain/reporting/dashboard.server.ts'

/** The geometry of the lines of each day: horizontally in percent, vertically in pixels. */
export function dailyPlot(days: DailyActivity[]) {
  const most = days.flatMap(({ votes, submissions, signUps }) => [votes, submissions, signUps])
  const { y, ticks } = countScale(Math.max(...most))
  const x = scaleLinear([0, days.length - 1], [0, 100])
  const across = line<DailyActivity>().x((_, index) => x(index))
  const lineOf = (key: 'votes' | 'submissions' | 'signUps') => across.y((day) => y(day[key]))(days) ?? ''
  return {
    ticks,
    votesArea:
      area<DailyActivity>(
        (_, index) => x(index),
        plotHeight,
        ({ votes }) => y(votes),
      )(days) ?? '',
    lines: { votes: lineOf('votes'), submissions: lineOf('submissions'), signUps: lineOf('signUps') },
    days: days.map((day, index) => ({ ...day, x: x(index) })),
  }
}
