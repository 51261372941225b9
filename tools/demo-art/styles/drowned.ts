import { lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
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
  polygon,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** A city under water: towers in green light, shoals where the traffic was, one boat above it all. */
export const drowned: Style = (random, palette, size) => {
  const field = noise(random)
  const surface = size.height * random.range(0.13, 0.22)
  const [shallow, abyss] = [
    mix(palette.colours[0], palette.ink, 0.22),
    palette.mood === 'night' ? palette.deep : mix(palette.ink, palette.colours[0], 0.3),
  ]
  const water = gradient('water', [
    { at: 0, colour: shallow },
    { at: 1, colour: abyss },
  ])
  const air = gradient('air', [
    { at: 0, colour: palette.mood === 'night' ? palette.ground : palette.ground },
    { at: 1, colour: mix(palette.ground, palette.colours[2], 0.6) },
  ])
  const beam = gradient('beam', [
    { at: 0, colour: palette.ink, opacity: 0.3 },
    { at: 1, colour: palette.ink, opacity: 0 },
  ])
  const rows = [0, 1, 2].map((row) =>
    towers(random, palette, size, surface, row, mix(shallow, abyss, 0.28 + row * 0.3)),
  )
  const body = [
    rect(0, 0, size.width, surface + 20, { fill: paint('air') }),
    circle(size.width * random.range(0.2, 0.8), surface * 0.7, 46, {
      fill: lighter(palette.colours[2], 0.2),
    }),
    boat(random, palette, size, surface),
    sheet(field, size, surface),
    ...rows.slice(0, 2).flat(),
    ...beams(random, size, surface),
    ...shoal(random, palette, size, surface),
    ...rows.slice(2).flat(),
    ...weeds(random, palette, size, abyss),
    ...bubbles(random, palette, size, surface),
  ]
  return drawing(size, [fill(size, abyss), ...body], [water, air, beam])
}

function sheet(field: (x: number, y: number) => number, size: Size, surface: number): string {
  const points: Point[] = []
  for (let x = -40; x <= size.width + 40; x += 40)
    points.push([x, surface + Math.sin(x / 62) * 5 + field(x / 200, 2) * 9])
  return (
    path(`${curve(points)}V${size.height}H-40Z`, { fill: paint('water') }) +
    path(curve(points), stroke('#ffffff', 3, { opacity: 0.55 }))
  )
}

function towers(
  random: Random,
  palette: Palette,
  size: Size,
  surface: number,
  row: number,
  tone: string,
): string[] {
  const parts: string[] = []
  let x = -random.range(0, 80)
  while (x < size.width) {
    const wide = random.range(50, 96) * (1 + row * 0.34)
    const tall = (size.height - surface) * random.range(0.26, 0.8) * (1 - row * 0.2)
    const top = size.height - tall
    const roof = random.pick([0, 0, 18, 34])
    parts.push(
      polygon(
        [
          [x, size.height],
          [x, top],
          [x + wide / 2, top - roof],
          [x + wide, top],
          [x + wide, size.height],
        ],
        { fill: tone },
      ),
    )
    for (let wx = x + 9; row > 0 && wx < x + wide - 14; wx += 20)
      for (let wy = top + 16; wy < size.height - 20; wy += 27)
        if (random.chance(0.36))
          parts.push(
            rect(wx, wy, 10, 14, {
              fill: random.chance(0.2) ? palette.colours[2] : lighter(tone, 0.16),
              opacity: 0.85,
            }),
          )
    x += wide + random.range(-4, 46)
  }
  return parts
}

function beams(random: Random, size: Size, surface: number): string[] {
  return Array.from({ length: 6 }, () => {
    const [x, wide, lean] = [random.range(0, size.width), random.range(20, 90), random.range(-220, 120)]
    return polygon(
      [
        [x, surface + 6],
        [x + wide, surface + 6],
        [x + wide * 2 + lean, size.height * 0.92],
        [x + lean, size.height * 0.92],
      ],
      { fill: paint('beam'), opacity: 0.5 },
    )
  })
}

function shoal(random: Random, palette: Palette, size: Size, surface: number): string[] {
  return Array.from({ length: random.int(2, 4) }, () => {
    const [cx, cy] = [
      random.range(0.1, 0.9) * size.width,
      surface + random.range(0.2, 0.65) * (size.height - surface),
    ]
    const tone = random.pick([palette.colours[1], palette.colours[2], palette.ink])
    const side = random.pick([-1, 1])
    return Array.from({ length: random.int(8, 20) }, () => {
      const [x, y, scale] = [
        cx + random.gauss() * 90,
        cy + random.gauss() * 36,
        random.range(0.5, 1.2) * side,
      ]
      const fish =
        ellipse(0, 0, 15, 6.4, { fill: tone }) +
        polygon(
          [
            [-12, 0],
            [-24, -7],
            [-24, 7],
          ],
          { fill: tone },
        )
      return group({ transform: `translate(${x} ${y}) scale(${scale} ${Math.abs(scale)})` }, [fish])
    }).join('')
  })
}

function weeds(random: Random, palette: Palette, size: Size, abyss: string): string[] {
  return Array.from({ length: 22 }, () => {
    const [x, tall, sway] = [random.range(0, size.width), random.range(40, 170), random.range(-30, 30)]
    const tone = mix(abyss, random.pick([palette.colours[3], palette.colours[0]]), random.range(0.2, 0.55))
    return path(
      `M${x} ${size.height}C${x - sway} ${size.height - tall * 0.4} ${x + sway * 1.6} ${size.height - tall * 0.7} ${x + sway} ${size.height - tall}`,
      stroke(tone, random.range(5, 11)),
    )
  })
}

function bubbles(random: Random, palette: Palette, size: Size, surface: number): string[] {
  return Array.from({ length: 34 }, () =>
    circle(
      random.range(0, size.width),
      random.range(surface + 30, size.height),
      random.range(2, 7),
      stroke(palette.ink, 1.6, { opacity: random.range(0.2, 0.6) }),
    ),
  )
}

function boat(random: Random, palette: Palette, size: Size, surface: number): string {
  const [x, y] = [size.width * random.range(0.25, 0.75), surface + 6]
  const dark = palette.mood === 'night' ? mix(palette.deep, palette.colours[4], 0.3) : palette.ink
  const person =
    circle(8, -44, 8, { fill: dark }) +
    path('M8 -36V-12M8 -30L40 -50', stroke(dark, 7)) +
    path('M40 -72V12', stroke(dark, 4))
  return group({ transform: `translate(${x} ${y})` }, [
    person,
    path('M-70 -16Q0 26 70 -18Q0 2 -70 -16Z', { fill: palette.colours[1] }),
  ])
}
