import type { Field } from './noise.ts'
import type { Point, Size } from './svg.ts'

type Segment = [Point, Point]

export interface Survey {
  step: number
  /** Heights row by row; they begin two steps outside the picture. */
  heights: readonly (readonly number[])[]
}

/** Measures a field once, on a grid of the given step, for any number of contours. */
export function survey(field: Field, size: Size, step: number): Survey {
  const columns = Math.ceil(size.width / step) + 5
  const rows = Math.ceil(size.height / step) + 5
  const heights = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => field((column - 2) * step, (row - 2) * step)),
  )
  return { step, heights }
}

/** Closed outlines of everywhere that lies above the level (marching squares). */
export function contours({ step, heights }: Survey, level: number): Point[][] {
  const [columns, rows] = [(heights[0]?.length ?? 1) - 1, heights.length - 1]
  // Low ground all round closes every outline just outside the picture.
  const value = (column: number, row: number) => {
    const outside = column <= 0 || row <= 0 || column >= columns || row >= rows
    return outside ? -1 : (heights[row]?.[column] ?? 0) - level
  }
  const segments: Segment[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) segments.push(...square(value, column, row, step))
  return joined(segments)
}

function square(value: Field, column: number, row: number, step: number): Segment[] {
  const corners: [number, number][] = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ]
  const heights = corners.map(([x, y]) => value(x, y))
  const crossings: Point[] = []
  for (let edge = 0; edge < 4; edge++) {
    const [a, b] = [heights[edge] ?? 0, heights[(edge + 1) % 4] ?? 0]
    const [from, to]: Point[] = [corners[edge] ?? [0, 0], corners[(edge + 1) % 4] ?? [0, 0]]
    if (!from || !to) continue
    if (a > 0 === b > 0) continue
    const share = a / (a - b)
    crossings.push([
      (from[0] + (to[0] - from[0]) * share - 2) * step,
      (from[1] + (to[1] - from[1]) * share - 2) * step,
    ])
  }
  const [a, b, c, d] = crossings
  if (!a || !b) return []
  return c && d
    ? [
        [a, b],
        [c, d],
      ]
    : [[a, b]]
}

function joined(segments: readonly Segment[]): Point[][] {
  const ends = new Map<string, number[]>()
  for (const [index, segment] of segments.entries())
    for (const point of segment) ends.set(key(point), [...(ends.get(key(point)) ?? []), index])
  const used = new Set<number>()
  const loops: Point[][] = []
  for (const [index, segment] of segments.entries()) {
    if (used.has(index)) continue
    used.add(index)
    const loop: Point[] = [...segment]
    for (let next = follow(loop, segments, ends, used); next; next = follow(loop, segments, ends, used))
      loop.push(next)
    if (loop.length > 4) loops.push(loop.slice(0, -1))
  }
  return loops
}

function follow(
  loop: readonly Point[],
  segments: readonly Segment[],
  ends: Map<string, number[]>,
  used: Set<number>,
): Point | null {
  const last = loop.at(-1)
  if (!last) return null
  const index = ends.get(key(last))?.find((candidate) => !used.has(candidate))
  const segment = index === undefined ? undefined : segments[index]
  if (index === undefined || !segment) return null
  used.add(index)
  return key(segment[0]) === key(last) ? segment[1] : segment[0]
}

function key([x, y]: Point): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`
}
