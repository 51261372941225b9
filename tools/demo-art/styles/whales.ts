import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, ground, ridge, type Style, stars } from '../scenery.ts'
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

/** Whales that took to the air one evening, with a lamp or a house on their backs. */
export const whales: Style = (random, palette, size) => {
  const field = noise(random)
  const night = palette.mood === 'night'
  const sky = gradient('sky', [
    { at: 0, colour: night ? palette.deep : mix(palette.ground, palette.colours[0], 0.25) },
    { at: 0.75, colour: mix(palette.ground, palette.colours[2], 0.4) },
  ])
  const moon = circle(
    size.width * random.range(0.15, 0.85),
    size.height * random.range(0.18, 0.3),
    random.range(54, 96),
    { fill: night ? palette.ink : lighter(palette.colours[2], 0.2) },
  )
  const flip = random.pick([-1, 1])
  const big = {
    at: [size.width * random.range(0.42, 0.58), size.height * random.range(0.42, 0.54)] as Point,
    scale: Math.min(size.height / 750, size.width / 1200) * random.range(1.05, 1.25),
    flip,
  }
  const calf = {
    at: [size.width * (0.5 - flip * 0.34), size.height * random.range(0.24, 0.7)] as Point,
    scale: (size.height / 750) * 0.46,
    flip,
  }
  const coat = random.pick([palette.colours[0], palette.colours[4], palette.colours[3]])
  const town = ground(
    ridge(field, size, { base: size.height * 0.98, height: 110, width: 300, row: 3 }),
    size,
    { fill: night ? palette.deep : mix(palette.colours[4], palette.ink, 0.3) },
  )
  const body = [
    fill(size, paint('sky')),
    ...(night ? stars(random, size, 130, palette.ink, 0.8) : []),
    moon,
    ...clouds(random, palette, size, 0.25),
  ]
  return drawing(
    size,
    [
      ...body,
      whale(random, palette, calf, lighter(coat, 0.14), false),
      whale(random, palette, big, coat, true),
      town,
      ...clouds(random, palette, size, 0.85),
    ],
    [sky],
  )
}

interface Swimmer {
  at: Point
  scale: number
  flip: number
}

function whale(
  random: Random,
  palette: Palette,
  { at: [x, y], scale, flip }: Swimmer,
  coat: string,
  laden: boolean,
): string {
  const belly = lighter(mix(coat, palette.ink, 0.6), 0.15)
  const back =
    'M-250 20C-250 -90 -120 -130 10 -116C120 -104 190 -50 262 -66C282 -96 300 -128 346 -136C344 -104 330 -84 306 -66C332 -60 350 -42 356 -12C322 -22 292 -30 268 -34C200 10 140 78 0 96C-130 110 -250 96 -250 20Z'
  const under =
    'M-250 22C-180 62 -60 66 40 56C110 48 160 24 210 -8C150 58 90 88 0 96C-130 110 -248 92 -250 22Z'
  const pleats = [0, 1, 2, 3].map((row) =>
    path(
      `M${-226 + row * 16} ${44 + row * 13}Q-110 ${74 + row * 9} 20 ${66 + row * 7}`,
      stroke(darker(belly, 0.18), 3),
    ),
  )
  return group(
    { transform: `translate(${x} ${y}) scale(${scale * flip} ${scale}) rotate(${random.range(-9, 3)})` },
    [
      ...(laden ? [cargo(random, palette)] : []),
      path('M-60 76C-90 130 -60 176 0 190C6 150 0 110 -4 84Z', { fill: darker(coat, 0.22) }),
      path(back, { fill: coat }),
      path(under, { fill: belly }),
      ...pleats,
      circle(-172, 4, 8, { fill: palette.mood === 'night' ? palette.deep : palette.ink }),
      circle(-174, 1, 2.6, { fill: '#ffffff' }),
      path('M-186 -12Q-172 -20 -158 -10', stroke(darker(coat, 0.3), 3)),
      ...Array.from({ length: 10 }, () =>
        circle(random.range(-150, 150), random.range(-90, -30), random.range(2, 6), {
          fill: lighter(coat, 0.25),
          opacity: 0.7,
        }),
      ),
    ],
  )
}

function cargo(random: Random, palette: Palette): string {
  const wall = palette.mood === 'night' ? palette.ink : lighter(palette.ground, 0.3)
  return random.pick([
    () =>
      path('M-40 -108V-190H50V-108Z', { fill: wall }) +
      path('M-56 -186L5 -240L66 -186Z', { fill: palette.colours[1] }) +
      path('M-22 -172h24v26h-24ZM16 -172h24v26h-24Z', { fill: palette.colours[2] }) +
      path('M34 -214v-40h16v52Z', { fill: palette.colours[4] }),
    () =>
      path('M0 -112V-200', stroke(palette.colours[4], 11)) +
      [
        [-44, -220, 46],
        [30, -250, 56],
        [56, -196, 38],
        [-6, -196, 40],
      ]
        .map(([cx = 0, cy = 0, r = 0]) =>
          circle(cx, cy, r, { fill: mix(palette.colours[3], palette.colours[1], cx > 0 ? 0.25 : 0) }),
        )
        .join(''),
    () =>
      path('M-26 -112L-16 -232H18L28 -112Z', { fill: wall }) +
      path('M-22 -160H25V-190H-19Z', { fill: palette.colours[1] }) +
      path('M-18 -232H20V-254H-18Z', { fill: lighter(palette.colours[2], 0.3) }) +
      path('M-26 -254Q1 -284 28 -254Z', { fill: palette.colours[1] }) +
      ellipse(1, -243, 90, 40, { fill: palette.colours[2], opacity: 0.22 }),
  ])()
}

function clouds(random: Random, palette: Palette, size: Size, height: number): string[] {
  return Array.from({ length: 6 }, () => {
    const [x, y, radius] = [
      random.range(-40, size.width + 40),
      size.height * (height + random.range(-0.12, 0.12)),
      random.range(30, 70),
    ]
    const puffs = [-1.1, -0.2, 0.8].map((share, index) =>
      curve(
        blob(
          random,
          [x + share * radius, y - (index === 1 ? radius * 0.4 : 0)],
          radius * (index === 1 ? 0.9 : 0.66),
          0.05,
        ),
        true,
      ),
    )
    return path(puffs.join(''), {
      fill: palette.mood === 'night' ? palette.ink : '#ffffff',
      opacity: palette.mood === 'night' ? 0.11 : 0.5,
    })
  })
}
