import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  fill,
  gradient,
  group,
  type Point,
  paint,
  path,
  polygon,
  type Size,
  stroke,
} from '../svg.ts'

/** Folded paper boats and small sails between rows of printed waves. */
export const boats: Style = (random, palette, size) => {
  const field = noise(random)
  const horizon = size.height * random.range(0.34, 0.48)
  const rows = 6
  const tones = random.shuffle([palette.colours[0], palette.colours[3], palette.colours[4]])
  const [shallow, abyss] = [tones[0] ?? palette.ink, tones[1] ?? palette.ink]
  const sky = gradient('sky', [
    { at: 0, colour: palette.mood === 'night' ? palette.deep : palette.ground },
    { at: 0.6, colour: mix(palette.ground, palette.colours[2], 0.4) },
  ])
  const folded = random.chance(0.5)
  const sea = Array.from({ length: rows }, (_, row) => {
    const base = horizon + (size.height - horizon) * (row / rows) * 1.04
    const tone = mix(mix(shallow, palette.ground, 0.4), mix(abyss, palette.deep, 0.4), row / (rows - 1))
    const fleet = Array.from({ length: row === 0 ? random.int(1, 3) : random.pick([0, 1, 1, 2]) }, () => {
      const x = random.range(0.08, 0.92) * size.width
      return folded
        ? paperboat(random, palette, x, base, 0.42 + row * 0.22)
        : sail(random, palette, x, base, 0.42 + row * 0.22)
    })
    return [...fleet, swell(field, palette, size, base, row, tone)].join('')
  })
  const sun = circle(
    size.width * random.range(0.2, 0.8),
    horizon - random.range(0, 110),
    random.range(56, 104),
    { fill: random.pick([palette.colours[1], palette.colours[2], palette.ink]) },
  )
  return drawing(
    size,
    [fill(size, paint('sky')), sun, ...gulls(random, palette, size, horizon), ...sea],
    [sky],
  )
}

function swell(
  field: (x: number, y: number) => number,
  palette: Palette,
  size: Size,
  base: number,
  row: number,
  tone: string,
): string {
  const points: Point[] = []
  const length = 40 + row * 20
  for (let x = -60; x <= size.width + 60; x += length / 2)
    points.push([
      x,
      base + Math.sin((x / length) * Math.PI + row) * (4 + row * 3) + field(x / 260, row * 3) * (6 + row * 4),
    ])
  const edge = curve(points)
  const foam = path(edge, stroke(lighter(tone, 0.45), 2.4 + row * 0.5))
  const echo = [1, 2].map((step) =>
    group({ transform: `translate(${step * 16} ${step * (10 + row * 3.4)})` }, [
      path(
        edge,
        stroke(mix(tone, palette.ink, 0.3), 1.8, {
          opacity: 0.5 / step,
          'stroke-dasharray': `${40 + row * 22} ${60 + row * 30}`,
        }),
      ),
    ]),
  )
  return path(`${edge}V${size.height + 20}H-60Z`, { fill: tone }) + foam + echo.join('')
}

function paperboat(random: Random, palette: Palette, x: number, y: number, scale: number): string {
  const paper = random.pick([
    palette.ink,
    lighter(palette.ground, 0.4),
    palette.colours[1],
    palette.colours[2],
  ])
  const part = (tone: string, ...points: Point[]) =>
    polygon(points, { fill: tone, stroke: tone, 'stroke-width': 0.6 })
  return group(
    { transform: `translate(${x} ${y + 12 * scale}) rotate(${random.range(-9, 9)}) scale(${scale})` },
    [
      part(lighter(paper, 0.1), [0, -118], [-58, -30], [0, -30]),
      part(darker(paper, 0.18), [0, -118], [58, -30], [0, -30]),
      part(darker(paper, 0.08), [-112, -64], [-66, 12], [0, -34]),
      part(darker(paper, 0.28), [112, -64], [66, 12], [0, -34]),
      part(lighter(paper, 0.16), [-66, 12], [66, 12], [0, -34]),
    ],
  )
}

function sail(random: Random, palette: Palette, x: number, y: number, scale: number): string {
  const cloth = random.pick([palette.ink, palette.colours[1], palette.colours[2], palette.colours[3]])
  const hull = random.pick([palette.deep, palette.colours[4], palette.colours[0]])
  return group(
    { transform: `translate(${x} ${y + 14 * scale}) rotate(${random.range(-8, 8)}) scale(${scale})` },
    [
      path('M0 -30V-184', stroke(darker(hull, 0.3), 5)),
      path('M6 -178Q84 -110 88 -44H6Z', { fill: cloth }),
      path('M-6 -168Q-58 -100 -64 -44H-6Z', { fill: darker(cloth, 0.14) }),
      path('M-88 -34H98Q84 14 54 18H-50Q-76 12 -88 -34Z', { fill: hull }),
      path('M-88 -34H98L94 -22H-85Z', { fill: lighter(hull, 0.25) }),
    ],
  )
}

function gulls(random: Random, palette: Palette, size: Size, horizon: number): string[] {
  return Array.from({ length: random.int(2, 6) }, () => {
    const [x, y, wing] = [
      random.range(0.1, 0.9) * size.width,
      random.range(0.12, 0.7) * horizon,
      random.range(10, 22),
    ]
    return path(
      `M${x - wing} ${y - 3}Q${x - wing * 0.5} ${y - wing * 0.7} ${x} ${y}Q${x + wing * 0.5} ${y - wing * 0.7} ${x + wing} ${y - 3}`,
      stroke(palette.ink, 3),
    )
  })
}
