import { along, darker, lighter, mix } from '../colour.ts'
import { layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, scatter } from '../scenery.ts'
import { drawing, fill, type Point, polygon, type Size } from '../svg.ts'

/** A crumpled sheet under raking light: triangles over a grid that has been pushed about. */
export const facets: Style = (random, palette, size) => {
  const heights = layered(noise(random), 3)
  const pitch = random.range(74, 120)
  const columns = Math.ceil(size.width / pitch) + 2
  const rows = Math.ceil(size.height / pitch) + 2
  const at = (column: number, row: number): Point => jittered(heights, pitch, column, row)
  const tone = colouring(random, palette, size)
  const parts: string[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [a, b, c, d] = [
        at(column, row),
        at(column + 1, row),
        at(column + 1, row + 1),
        at(column, row + 1),
      ]
      const split =
        (column + row) % 2 === 0
          ? [
              [a, b, c],
              [a, c, d],
            ]
          : [
              [a, b, d],
              [b, c, d],
            ]
      for (const corners of split) parts.push(facet(corners as Point[], heights, tone))
    }
  return drawing(size, [fill(size, palette.ground), ...parts])
}

function jittered(
  heights: (x: number, y: number) => number,
  pitch: number,
  column: number,
  row: number,
): Point {
  const dx = heights(column * 0.9 + 31, row * 0.9) * 0.62
  const dy = heights(column * 0.9, row * 0.9 + 47) * 0.62
  return [(column - 0.7 + dx) * pitch, (row - 0.7 + dy) * pitch]
}

function facet(
  corners: Point[],
  heights: (x: number, y: number) => number,
  tone: (at: Point) => string,
): string {
  const [p, q, r] = corners.map(([x, y]): [number, number, number] => [x, y, heights(x / 300, y / 300) * 260])
  if (!p || !q || !r) return ''
  const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]]
  const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]]
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const
  const light = (normal[0] * -0.5 + normal[1] * -0.62 + normal[2] * 0.6) / Math.hypot(...normal)
  const base = tone([(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3])
  const shade = light > 0.5 ? lighter(base, (light - 0.5) * 0.7) : darker(base, (0.5 - light) * 0.62)
  return polygon(corners, { fill: shade, stroke: shade, 'stroke-width': 1 })
}

function colouring(random: Random, palette: Palette, size: Size): (at: Point) => string {
  const tones = random.shuffle([...palette.colours, palette.ground]).slice(0, 4)
  const poles = scatter(random, size, 330).map((pole) => ({ pole, tone: random.pick(tones) }))
  const angle = random.range(0, Math.PI * 2)
  const sweep = ([x, y]: Point) =>
    0.5 + ((x / size.width - 0.5) * Math.cos(angle) + (y / size.height - 0.5) * Math.sin(angle))
  if (random.chance(0.55)) return (at) => along(tones, sweep(at))
  return (at) => {
    const near = poles
      .map(({ pole, tone }) => ({ tone, far: Math.hypot(pole[0] - at[0], pole[1] - at[1]) }))
      .sort((a, b) => a.far - b.far)
    const [first, second] = near
    if (!first || !second) return palette.ground
    return mix(first.tone, second.tone, 0.5 * (first.far / second.far) ** 3)
  }
}
