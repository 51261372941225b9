import type { Field } from './noise.ts'
import type { Palette } from './palettes.ts'
import type { Random } from '../../db/demo/random.ts'
import { type Attributes, circle, curve, line, type Point, path, type Size } from './svg.ts'

/** A way of drawing: pure, so that the same seed, palette and size always give the same picture. */
export type Style = (random: Random, palette: Palette, size: Size) => string

export interface Ridge {
  base: number
  height: number
  /** How wide one rise is, in units of the picture. */
  width: number
  /** Another row gives another line of the same field. */
  row: number
  step?: number
}

/** The points of a skyline of hills from the left edge to the right. */
export function ridge(field: Field, size: Size, { base, height, width, row, step = 24 }: Ridge): Point[] {
  const count = Math.ceil(size.width / step) + 2
  return Array.from({ length: count }, (_, index): Point => {
    const x = (index - 0.5) * step
    return [x, base - height * (0.5 + 0.5 * field(x / width, row))]
  })
}

/** Ground under a ridge, down to the bottom edge. */
export function ground(points: readonly Point[], size: Size, attributes: Attributes, smooth = true): string {
  const top = smooth ? curve(points) : line(points)
  const [first, last] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]]
  const foot = size.height + 10
  return path(`${top}L${last[0]} ${foot}L${first[0]} ${foot}Z`, attributes)
}

/** Small stars over the upper part of the sky; most are faint. */
export function stars(random: Random, size: Size, count: number, colour: string, depth = 0.7): string[] {
  return Array.from({ length: count }, () => {
    const bright = random.next() ** 4
    const [x, y] = [random.range(0, size.width), random.next() ** 1.4 * size.height * depth]
    return circle(x, y, 0.9 + bright * 2.2, { fill: colour, opacity: 0.25 + bright * 0.7 })
  })
}

/** Points spread evenly over the picture, no two nearer than the distance. */
export function scatter(random: Random, size: Size, distance: number, margin = 0): Point[] {
  const found: Point[] = []
  const tries = Math.ceil(((size.width * size.height) / distance ** 2) * 12)
  for (let attempt = 0; attempt < tries; attempt++) {
    const x = random.range(-margin, size.width + margin)
    const y = random.range(-margin, size.height + margin)
    if (found.every(([a, b]) => Math.hypot(a - x, b - y) >= distance)) found.push([x, y])
  }
  return found
}

/** Points round a centre whose distance wobbles: stones, leaves, clouds. */
export function blob(random: Random, [x, y]: Point, radius: number, wobble: number, count = 9): Point[] {
  const turn = random.range(0, Math.PI * 2)
  return Array.from({ length: count }, (_, index): Point => {
    const angle = turn + (index / count) * Math.PI * 2
    const reach = radius * (1 + random.range(-wobble, wobble))
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
  })
}

export function polar([x, y]: Point, radius: number, angle: number): Point {
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}
