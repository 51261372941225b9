import { scaleLinear } from 'd3-scale'
import { plotHeight } from './plot.tsx'

/** A scale from counts to pixels from the top of a plot, and its round ticks, the highest first. */
export function countScale(most: number) {
  const y = scaleLinear([0, Math.max(most, 2)], [plotHeight, 0]).nice(5)
  const ticks = y.ticks(5).filter(Number.isInteger).toReversed()
  return { y, ticks: ticks.map((count) => ({ count, y: y(count) })) }
}
