import type { Point, Size } from './svg.ts'

/** The cells of the plane that lie nearest to each seed, cut at the picture's edge (with a little bleed). */
export function cells(seeds: readonly Point[], size: Size): Point[][] {
  return seeds.map((seed) => cell(seed, seeds, size))
}

export function middle(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

function cell(seed: Point, seeds: readonly Point[], { width, height }: Size): Point[] {
  const bleed = 12
  const [right, bottom] = [width + bleed, height + bleed]
  let shape: Point[] = [
    [-bleed, -bleed],
    [right, -bleed],
    [right, bottom],
    [-bleed, bottom],
  ]
  for (const other of seeds) if (other !== seed) shape = nearer(shape, seed, other)
  return shape
}

function nearer(shape: readonly Point[], seed: Point, other: Point): Point[] {
  const normal: Point = [other[0] - seed[0], other[1] - seed[1]]
  const limit = (other[0] ** 2 + other[1] ** 2 - seed[0] ** 2 - seed[1] ** 2) / 2
  const side = ([x, y]: Point) => x * normal[0] + y * normal[1] - limit
  return shape.flatMap((point, index) => {
    const next = shape[(index + 1) % shape.length] ?? point
    const [here, there] = [side(point), side(next)]
    const kept = here <= 0 ? [point] : []
    if (here <= 0 === there <= 0) return kept
    const share = here / (here - there)
    const cut: Point = [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share]
    return [...kept, cut]
  })
}
