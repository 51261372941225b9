import { lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, stars } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  fill,
  glow,
  gradient,
  group,
  type Point,
  paint,
  path,
  polygon,
  rect,
  type Size,
  stroke,
} from '../svg.ts'
import { rock, tower } from './parts/light-tower.ts'

/** A lighthouse on its rock, the beam turning over a sea drawn in long waves. */
export const lighthouse: Style = (random, palette, size) => {
  const night = palette.mood === 'night'
  const field = noise(random)
  const horizon = size.height * random.range(0.6, 0.68)
  const foot: Point = [size.width * random.pick([0.24, 0.3, 0.68, 0.76]), horizon + 30]
  const tall = size.height * random.range(0.4, 0.5)
  const lamp: Point = [foot[0], foot[1] - tall]
  const glowTone = night ? lighter(palette.colours[2], 0.3) : palette.ink
  const sea = mix(palette.colours[0], night ? palette.deep : palette.ground, night ? 0.55 : 0.25)
  const waves = Array.from({ length: 7 }, (_, row) => wave(random, palette, field, size, horizon, row, sea))
  const body = [
    fill(size, paint('sky')),
    ...(night
      ? stars(random, size, 120, palette.ink, 0.62)
      : [circle(size.width - foot[0], horizon - 90, 80, { fill: palette.colours[2] })]),
    ...(night ? beams(random, lamp, size) : clouds(random, palette, size)),
    ...waves.slice(0, 3),
    rock(random, palette, foot, size),
    ...tower(palette, foot, tall, glowTone, night),
    ...waves.slice(3),
  ]
  return drawing(size, body, skies(palette, glowTone, night))
}

function skies(palette: Palette, glowTone: string, night: boolean): string[] {
  return [
    gradient('sky', [
      { at: 0, colour: night ? palette.deep : palette.ground },
      { at: 0.65, colour: mix(palette.ground, night ? palette.colours[0] : palette.colours[2], 0.4) },
    ]),
    glow('halo', [
      { at: 0, colour: glowTone, opacity: 0.95 },
      { at: 0.2, colour: glowTone, opacity: 0.4 },
      { at: 1, colour: glowTone, opacity: 0 },
    ]),
    gradient(
      'beam',
      [
        { at: 0, colour: glowTone, opacity: 0.7 },
        { at: 1, colour: glowTone, opacity: 0 },
      ],
      [1, 0],
    ),
    gradient(
      'maeb',
      [
        { at: 0, colour: glowTone, opacity: 0 },
        { at: 1, colour: glowTone, opacity: 0.7 },
      ],
      [1, 0],
    ),
  ]
}

function beams(random: Random, [x, y]: Point, size: Size): string[] {
  const drop = random.range(-110, 60)
  return [-1, 1].map((side) => {
    const end = x + side * size.width
    const far = y + drop * side
    return polygon(
      [
        [x, y - 6],
        [x, y + 6],
        [end, far + 130],
        [end, far - 130],
      ],
      { fill: paint(side > 0 ? 'beam' : 'maeb') },
    )
  })
}

function clouds(random: Random, palette: Palette, size: Size): string[] {
  return Array.from({ length: 5 }, () => {
    const [x, y, wide] = [
      random.range(0, size.width),
      random.range(50, size.height * 0.4),
      random.range(120, 320),
    ]
    return (
      [0, 1, 2]
        .map((row) =>
          rect(x + row * 34 - wide / 2, y + row * 18, wide * (1 - row * 0.22), 14, {
            rx: 7,
            fill: '#ffffff',
            opacity: 0.55,
          }),
        )
        .join('') + (palette.mood === 'night' ? ' ' : '')
    )
  })
}

function wave(
  random: Random,
  palette: Palette,
  field: (x: number, y: number) => number,
  size: Size,
  horizon: number,
  row: number,
  sea: string,
): string {
  const base = horizon + (size.height - horizon) * (row / 7) ** 1.2
  const points: Point[] = []
  for (let x = -40; x <= size.width + 40; x += 40)
    points.push([
      x,
      base +
        Math.sin(x / (70 + row * 14) + row * 2.1) * (2 + row * 2.6) +
        field(x / 200, row) * (4 + row * 5),
    ])
  const tone = mix(lighter(sea, 0.16), mix(sea, palette.deep, palette.mood === 'night' ? 0.75 : 0.3), row / 6)
  const foam = random.chance(0.8)
    ? path(
        curve(points),
        stroke(palette.ink, 1.6 + row * 0.5, {
          opacity: 0.35,
          'stroke-dasharray': `${60 + row * 30} ${40 + row * 46}`,
        }),
      )
    : ''
  return group({}, [path(`${curve(points)}V${size.height + 10}H-40Z`, { fill: tone }), foam])
}
