import { darker, lighter, mix } from '../colour.ts'
import { contours, survey } from '../contours.ts'
import { type Field, layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, scatter } from '../scenery.ts'
import { circle, curve, drawing, fill, group, type Point, path, polygon, type Size, stroke } from '../svg.ts'

/** An old chart of islands: shallows in rings, woods and hills in small signs, a compass, a course. */
export const archipelago: Style = (random, palette, size) => {
  const height = islands(random, size)
  const sea = palette.mood === 'night' ? palette.ground : mix(palette.colours[0], palette.ground, 0.45)
  const land =
    palette.mood === 'night' ? mix(palette.colours[2], palette.ground, 0.2) : lighter(palette.ground, 0.25)
  const bands: [number, string][] = [
    [-0.2, mix(sea, palette.colours[3], 0.2)],
    [-0.13, mix(sea, palette.colours[3], 0.4)],
    [-0.06, mix(sea, land, 0.45)],
    [0, land],
    [0.16, mix(land, palette.colours[3], 0.4)],
    [0.3, mix(land, palette.colours[4], 0.45)],
  ]
  const chart = survey(height, size, 13)
  const layers = bands.flatMap(([level, tone]) =>
    contours(chart, level).map((points) =>
      path(curve(points, true), {
        fill: tone,
        stroke: level === 0 ? palette.deep : darker(tone, 0.12),
        'stroke-width': level === 0 ? 3.4 : 1.2,
      }),
    ),
  )
  const marks = scatter(random, size, 46).flatMap((at) => sign(random, palette, height, at, land))
  return drawing(size, [
    fill(size, sea),
    ...grid(palette, size),
    ...layers,
    ...marks,
    course(random, palette, size),
    rose(palette, size, random),
  ])
}

function islands(random: Random, size: Size): Field {
  const field = layered(noise(random), 4)
  const peaks = scatter(random, { width: size.width * 0.84, height: size.height * 0.8 }, size.height * 0.44)
  return (x, y) => {
    const near = Math.max(
      ...peaks.map(
        ([px, py]) =>
          1 - Math.hypot(x - px - size.width * 0.08, y - py - size.height * 0.1) / (size.height * 0.36),
      ),
    )
    return near * 0.62 + field(x / 210, y / 210) * 0.42 - 0.34
  }
}

function grid(palette: Palette, size: Size): string[] {
  const lines: string[] = []
  for (let x = 100; x < size.width; x += 100) lines.push(`M${x} 0V${size.height}`)
  for (let y = 100; y < size.height; y += 100) lines.push(`M0 ${y}H${size.width}`)
  return [path(lines.join(''), stroke(palette.ink, 1, { opacity: 0.16 }))]
}

function sign(random: Random, palette: Palette, height: Field, [x, y]: Point, land: string): string[] {
  const level = height(x, y)
  const dark = palette.mood === 'night' ? palette.deep : palette.ink
  if (level > 0.3)
    return [
      path(`M${x - 16} ${y + 10}L${x} ${y - 16}L${x + 16} ${y + 10}`, {
        ...stroke(dark, 2.6),
        fill: lighter(land, 0.3),
      }),
    ]
  if (level > 0.07 && random.chance(0.6))
    return [
      path(`M${x} ${y + 10}V${y}`, stroke(dark, 2.4)),
      circle(x, y - 5, 8, { fill: mix(palette.colours[3], dark, 0.15) }),
    ]
  if (level < -0.3 && random.chance(0.24))
    return [path(`M${x - 14} ${y}q7 -8 14 0t14 0`, stroke(palette.ink, 2, { opacity: 0.4 }))]
  return []
}

function course(random: Random, palette: Palette, size: Size): string {
  const points = Array.from(
    { length: 6 },
    (_, index): Point => [size.width * (0.06 + index * 0.18), size.height * random.range(0.24, 0.8)],
  )
  const tone = palette.colours[1]
  const ends = [points[0], points.at(-1)].map((at) => (at ? circle(...at, 8, { fill: tone }) : ''))
  return path(curve(points), stroke(tone, 4, { 'stroke-dasharray': '14 11' })) + ends.join('')
}

function rose(palette: Palette, size: Size, random: Random): string {
  const at: Point = [size.width * random.pick([0.1, 0.9]), size.height * random.pick([0.17, 0.83])]
  const needles = [0, 45, 90, 135, 180, 225, 270, 315].map((turn, index) => {
    const long = index % 2 ? 34 : 62
    return group({ transform: `rotate(${turn})` }, [
      polygon(
        [
          [0, -long],
          [9, -9],
          [0, 0],
        ],
        { fill: palette.ink },
      ),
      polygon(
        [
          [0, -long],
          [-9, -9],
          [0, 0],
        ],
        { fill: palette.colours[1] },
      ),
    ])
  })
  return group({ transform: `translate(${at[0]} ${at[1]})` }, [
    circle(0, 0, 46, { ...stroke(palette.ink, 2.4), fill: palette.ground, 'fill-opacity': 0.5 }),
    ...needles,
  ])
}
