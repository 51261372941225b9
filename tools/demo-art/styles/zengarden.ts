import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, polar, type Style } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  ellipse,
  fill,
  gradient,
  group,
  type Point,
  paint,
  path,
  type Size,
  stroke,
} from '../svg.ts'

/** Raked gravel, three stones and a little moss: lines that run straight until something is in the way. */
export const zengarden: Style = (random, palette, size) => {
  const gravel = palette.mood === 'night' ? mix(palette.ground, palette.ink, 0.14) : palette.ground
  const bed = gradient(
    'bed',
    [
      { at: 0, colour: lighter(gravel, 0.1) },
      { at: 1, colour: darker(gravel, 0.1) },
    ],
    [1, 1],
  )
  const count = random.int(2, 4)
  const stones = Array.from({ length: count }, (_, index): [Point, number] => {
    const x = size.width * ((index + random.range(0.3, 0.7)) / count)
    return [[x, size.height * random.range(0.26, 0.74)], size.height * random.range(0.07, 0.13)]
  })
  const line = palette.mood === 'night' ? mix(gravel, palette.ink, 0.24) : mix(gravel, palette.ink, 0.2)
  const body = [
    fill(size, paint('bed')),
    ...rows(random, stones, size, line),
    ...stones.flatMap(([at, radius]) => rock(random, palette, at, radius, gravel, line)),
  ]
  return drawing(size, [...body, ...leaves(random, palette, size)], [bed])
}

function rows(random: Random, stones: [Point, number][], size: Size, tone: string): string[] {
  const pitch = 24
  const wave = random.chance(0.5) ? random.range(10, 26) : 0
  const length = random.range(120, 260)
  return Array.from({ length: Math.ceil(size.height / pitch) + 2 }, (_, row) => {
    const points: Point[] = []
    for (let x = -20; x <= size.width + 20; x += 26) {
      let y = (row - 0.5) * pitch + Math.sin(x / length) * wave
      for (const [[sx, sy], radius] of stones) {
        const near = Math.exp(-(((x - sx) / (radius * 2.6)) ** 2) - ((y - sy) / (radius * 3)) ** 2)
        y += Math.sign(y - sy || 1) * near * radius * 0.9
      }
      points.push([x, y])
    }
    return path(curve(points), stroke(tone, 5))
  })
}

function rock(
  random: Random,
  palette: Palette,
  at: Point,
  radius: number,
  gravel: string,
  line: string,
): string[] {
  const grey = mix(palette.mood === 'night' ? palette.deep : palette.ink, palette.colours[3], 0.3)
  const moss = mix(palette.colours[3], palette.colours[0], 0.3)
  const rings = [4, 3, 2, 1].flatMap((ring) => [
    circle(...at, radius * 1.3 + ring * 24, { fill: gravel }),
    circle(...at, radius * 1.3 + ring * 24, stroke(line, 5)),
  ])
  const outline = blob(random, at, radius, 0.16, 9)
  const inner = outline.map(
    ([x, y]): Point => [at[0] + (x - at[0]) * 0.62 - radius * 0.14, at[1] + (y - at[1]) * 0.6 - radius * 0.2],
  )
  return [
    ...rings,
    path(curve(blob(random, at, radius * 1.26, 0.1, 11), true), { fill: moss }),
    ellipse(at[0] + radius * 0.2, at[1] + radius * 0.3, radius * 1.05, radius * 0.9, {
      fill: '#000000',
      opacity: 0.22,
    }),
    path(curve(outline, true), { fill: grey }),
    path(curve(inner, true), { fill: lighter(grey, 0.13) }),
  ]
}

function leaves(random: Random, palette: Palette, size: Size): string[] {
  const from: Point = [random.range(0, size.width), random.range(0, size.height)]
  return Array.from({ length: random.int(5, 11) }, () => {
    const [x, y] = polar(from, random.range(20, 420), random.range(0, Math.PI * 2))
    const tone = random.pick([palette.colours[0], palette.colours[1], palette.colours[2]])
    const leaf = Array.from({ length: 5 }, (_, index) =>
      ellipse(0, -13, 5.4, 14, { fill: tone, transform: `rotate(${(index - 2) * 46})` }),
    )
    return group(
      { transform: `translate(${x} ${y}) rotate(${random.range(0, 360)}) scale(${random.range(0.8, 1.3)})` },
      [...leaf, path('M0 0V16', stroke(tone, 2.4))],
    )
  })
}
