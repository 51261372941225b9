import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, polar, ridge, type Style, stars } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  ellipse,
  fill,
  glow,
  gradient,
  group,
  type Point,
  paint,
  path,
  type Size,
  stroke,
} from '../svg.ts'

/** A banded planet, its ring and its three moons, seen from the dunes of one of them. */
export const planets: Style = (random, palette, size) => {
  const field = noise(random)
  const radius = size.height * random.range(0.2, 0.36)
  const at: Point = [size.width * random.range(0.3, 0.7), size.height * random.range(0.34, 0.46)]
  const dark = palette.mood === 'night'
  const tones = random.shuffle(palette.colours)
  const sky = gradient('sky', [
    { at: 0, colour: dark ? palette.deep : palette.ground },
    { at: 1, colour: mix(palette.ground, tones[3] ?? palette.ink, 0.45) },
  ])
  const shade = gradient(
    'shade',
    [
      { at: 0.35, colour: '#000000', opacity: 0 },
      { at: 1, colour: '#000000', opacity: dark ? 0.7 : 0.4 },
    ],
    [1, 0.6],
  )
  const halo = glow('halo', [
    { at: 0.6, colour: tones[0] ?? palette.ink, opacity: 0.5 },
    { at: 1, colour: tones[0] ?? palette.ink, opacity: 0 },
  ])
  const dunes = random.chance(0.65)
    ? [0, 1, 2].map((row) =>
        ground(
          ridge(field, size, {
            base: size.height * (0.92 + row * 0.05),
            height: 150 - row * 30,
            width: 420,
            row: row * 4,
          }),
          size,
          {
            fill: mix(
              mix(tones[4] ?? '', palette.ground, 0.4 - row * 0.2),
              dark ? palette.deep : palette.ink,
              row * 0.34,
            ),
          },
        ),
      )
    : []
  const body = [
    fill(size, paint('sky')),
    ...stars(random, size, 150, palette.ink, 1),
    ...orbits(random, palette, at, radius),
    circle(...at, radius * 1.5, { fill: paint('halo') }),
  ]
  return drawing(
    size,
    [
      ...body,
      ...planet(random, palette, at, radius, tones),
      ...moons(random, palette, size, at, radius, tones),
      ...dunes,
    ],
    [sky, shade, halo],
  )
}

function orbits(random: Random, palette: Palette, at: Point, radius: number): string[] {
  return Array.from({ length: random.int(0, 4) }, (_, index) =>
    circle(...at, radius * (1.7 + index * 0.5), stroke(palette.ink, 1.4, { opacity: 0.2 })),
  )
}

function planet(random: Random, palette: Palette, [x, y]: Point, radius: number, tones: string[]): string[] {
  const tilt = random.range(-28, 28)
  const ringed = random.chance(0.65)
  const bands = Array.from({ length: 9 }, (_, index) => {
    const top = -radius + index * (radius / 4.4) + random.range(-8, 8)
    const wobble = Array.from(
      { length: 9 },
      (_, step): Point => [-radius * 1.1 + (step / 8) * radius * 2.2, top + random.range(-6, 6)],
    )
    const base = tones[index % 3] ?? palette.ink
    return path(`${curve(wobble)}V${radius * 1.2}H${-radius * 1.1}Z`, {
      fill: index % 2 ? lighter(base, random.range(0, 0.25)) : darker(base, random.range(0, 0.15)),
    })
  })
  const storm = ellipse(random.range(-0.4, 0.4) * radius, radius * 0.3, radius * 0.2, radius * 0.09, {
    fill: tones[3] ?? palette.ink,
    opacity: 0.85,
  })
  const ring = (sweep: number) =>
    [1.62, 1.86, 2.04].map((reach, index) =>
      path(
        `M${-radius * reach} 0A${radius * reach} ${radius * reach * 0.26} 0 0 ${sweep} ${radius * reach} 0`,
        stroke(index === 1 ? palette.ink : (tones[2] ?? palette.ink), [20, 9, 4][index] ?? 4, {
          'stroke-linecap': 'butt',
          opacity: 0.85,
        }),
      ),
    )
  return [
    group({ transform: `translate(${x} ${y}) rotate(${tilt})` }, [
      ...(ringed ? ring(1) : []),
      `<clipPath id="globe"><circle r="${radius}"/></clipPath>`,
      group({ 'clip-path': 'url(#globe)' }, [
        ...bands,
        storm,
        circle(0, 0, radius, { fill: paint('shade') }),
      ]),
      ...(ringed ? ring(0) : []),
    ]),
  ]
}

function moons(
  random: Random,
  palette: Palette,
  size: Size,
  at: Point,
  radius: number,
  tones: string[],
): string[] {
  const side = at[0] < size.width / 2 ? 0 : Math.PI
  const turns = [side - 0.5, side + 0.35, side + Math.PI]
  return turns.map((turn, index) => {
    const reach = radius * ([0.2, 0.12, 0.15][index] ?? 0.1) * random.range(0.8, 1.25)
    const place = polar(at, radius * random.range(1.55, 2.1), turn + random.range(-0.25, 0.25))
    const [x, y] = [
      Math.min(Math.max(place[0], reach * 2), size.width - reach * 2),
      Math.min(Math.max(place[1], reach * 2), size.height * 0.72),
    ]
    const tone = tones[(index + 2) % 5] ?? palette.ink
    return circle(x, y, reach, { fill: lighter(tone, 0.2) }) + circle(x, y, reach, { fill: paint('shade') })
  })
}
