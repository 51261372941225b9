import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, stars } from '../scenery.ts'
import {
  circle,
  drawing,
  ellipse,
  fill,
  glow,
  gradient,
  group,
  paint,
  path,
  polygon,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** Tiled roofs stepping down to a bright sky, chimneys, aerials, and one cat who owns all of it. */
export const rooftops: Style = (random, palette, size) => {
  const night = palette.mood === 'night'
  const sky = gradient('sky', [
    { at: 0, colour: night ? palette.deep : palette.ground },
    { at: 0.7, colour: mix(palette.ground, palette.colours[1], 0.5) },
  ])
  const halo = glow('halo', [
    { at: 0, colour: night ? palette.ink : '#ffffff', opacity: 0.4 },
    { at: 1, colour: night ? palette.ink : '#ffffff', opacity: 0 },
  ])
  const [moonX, moonY, radius] = [
    size.width * random.range(0.2, 0.8),
    size.height * random.range(0.2, 0.34),
    random.range(70, 120),
  ]
  const rows = [0, 1, 2, 3].map((row) => roofs(random, palette, size, row))
  const catAt = { x: size.width * random.range(0.25, 0.75), y: size.height * 0.715 }
  const body = [
    fill(size, paint('sky')),
    ...(night ? stars(random, size, 90, palette.ink, 0.5) : []),
    circle(moonX, moonY, radius * 2.4, { fill: paint('halo') }),
    circle(moonX, moonY, radius, {
      fill: night ? mix(palette.ink, palette.colours[2], 0.3) : palette.colours[2],
    }),
    ...rows.flat(),
    cat(palette, catAt.x, catAt.y),
  ]
  return drawing(size, body, [sky, halo])
}

function roofs(random: Random, palette: Palette, size: Size, row: number): string[] {
  const near = row / 3
  const night = palette.mood === 'night'
  const far = mix(palette.ground, palette.colours[1], 0.45)
  const parts: string[] = []
  const top = size.height * (0.38 + near * 0.335)
  let x = -random.range(0, 160)
  if (row === 3) return [front(random, palette, size, top)]
  while (x < size.width) {
    const wide = random.range(130, 240) * (0.8 + near * 0.7)
    const y = top + random.range(-44, 40)
    const tile = mix(
      random.pick([palette.colours[0], palette.colours[1], palette.colours[4], palette.colours[3]]),
      far,
      0.58 - near * 0.4,
    )
    const wall = mix(night ? palette.deep : palette.ground, tile, 0.4)
    const rise = wide * random.range(0.24, 0.4)
    parts.push(rect(x, y, wide + 1, size.height, { fill: wall }), ...lights(random, palette, x, y, wide))
    parts.push(
      chimney(random, palette, x + wide * random.range(0.15, 0.7), y - rise * 0.8, 0.7 + near * 0.6, wall),
    )
    parts.push(
      polygon(
        [
          [x - 12, y + 12],
          [x + wide * random.range(0.3, 0.7), y - rise],
          [x + wide + 12, y + 12],
        ],
        { fill: night ? darker(tile, 0.25) : tile },
      ),
    )
    x += wide * random.range(0.86, 1.02)
  }
  return parts
}

function lights(random: Random, palette: Palette, x: number, y: number, wide: number): string[] {
  return [0.2, 0.6]
    .filter(() => random.chance(0.7))
    .map((share) =>
      rect(x + wide * share, y + 32, 26, 36, {
        rx: 3,
        fill: random.chance(0.6) ? palette.colours[2] : mix(palette.deep, palette.ink, 0.25),
      }),
    )
}

function chimney(
  random: Random,
  palette: Palette,
  x: number,
  y: number,
  scale: number,
  tone: string,
): string {
  if (random.chance(0.3)) return path(`M${x} ${y}v-70m-26 14h52m-40 -14h28`, stroke(darker(tone, 0.35), 3.4))
  const smoke = [0, 1, 2].map((puff) =>
    circle(x + 16 + puff * 12, y - 62 - puff * 26, 10 + puff * 6, {
      fill: palette.ink,
      opacity: 0.2 - puff * 0.05,
    }),
  )
  return (
    rect(x, y - 40 * scale, 32 * scale, 110 * scale, { fill: darker(tone, 0.25) }) +
    rect(x - 4, y - 46 * scale, 40 * scale, 12, { fill: darker(tone, 0.4) }) +
    (random.chance(0.5) ? smoke.join('') : '')
  )
}

function front(random: Random, palette: Palette, size: Size, top: number): string {
  const base = random.pick([palette.colours[0], palette.colours[4], palette.colours[3]])
  const tone = palette.mood === 'night' ? mix(base, palette.deep, 0.5) : base
  const rows = Math.ceil((size.height - top) / 34)
  const tiles: string[] = []
  for (let row = 0; row < rows; row++)
    for (let x = row % 2 ? -30 : 0; x < size.width + 60; x += 60) {
      const shade = random.chance(0.5)
        ? lighter(tone, random.range(0, 0.08))
        : darker(tone, random.range(0, 0.14))
      tiles.push(
        path(`M${x} ${top + row * 34}h60v22q-30 28 -60 0Z`, {
          fill: shade,
          stroke: darker(tone, 0.3),
          'stroke-width': 2,
        }),
      )
    }
  return (
    rect(0, top, size.width, size.height, { fill: darker(tone, 0.35) }) +
    tiles.reverse().join('') +
    rect(0, top - 16, size.width, 24, { rx: 12, fill: lighter(tone, 0.14) })
  )
}

function cat(palette: Palette, x: number, y: number): string {
  const coat = darker(palette.deep, palette.mood === 'night' ? 0.45 : 0.78)
  return group({ transform: `translate(${x} ${y}) scale(1.5)` }, [
    path('M30 0C60 -4 74 22 60 54C54 70 66 80 74 70', stroke(coat, 9)),
    path(
      'M-34 4C-38 -30 -22 -48 -16 -66C-24 -74 -24 -86 -22 -104L-10 -92H6L18 -104C20 -86 20 -74 12 -66C26 -50 42 -24 38 4Z',
      { fill: coat },
    ),
    ellipse(-9, -80, 3, 4, { fill: palette.colours[2] }),
    ellipse(6, -80, 3, 4, { fill: palette.colours[2] }),
  ])
}
