import { lighter, mix } from '../colour.ts'
import { layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { blob, ground, ridge, type Style } from '../scenery.ts'
import {
  blur,
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
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** A single lantern in front of weather: on a post, a boat or a branch, with the storm leaning in. */
export const lonelantern: Style = (random, palette, size) => {
  const field = layered(noise(random), 3)
  const wind = random.pick([-1, 1])
  const at: Point = [size.width * random.range(0.3, 0.7), size.height * random.range(0.46, 0.58)]
  const gloom = mix(palette.deep, palette.colours[4], 0.45)
  const sky = gradient('sky', [
    { at: 0, colour: palette.deep },
    { at: 0.6, colour: gloom },
    { at: 1, colour: mix(gloom, palette.colours[2], 0.25) },
  ])
  const halo = glow('halo', [
    { at: 0, colour: lighter(palette.colours[2], 0.3), opacity: 0.85 },
    { at: 0.35, colour: palette.colours[1], opacity: 0.3 },
    { at: 1, colour: palette.colours[1], opacity: 0 },
  ])
  const land = [0, 1, 2].map((row) =>
    ground(
      ridge(field, size, {
        base: size.height * (0.84 + row * 0.08),
        height: 150 - row * 34,
        width: 420,
        row: row * 5,
      }),
      size,
      { fill: mix(gloom, palette.deep, 0.3 + row * 0.32) },
    ),
  )
  const support = random.pick([post, branch, boat])(palette, at, size, wind)
  const body = [
    fill(size, paint('sky')),
    ...clouds(random, palette, size, gloom),
    ...bolt(random, palette, size),
    ...land.slice(0, 2),
  ]
  const light = circle(...at, size.height * 0.52, { fill: paint('halo') })
  return drawing(
    size,
    [
      ...body,
      light,
      support,
      ...land.slice(2),
      lamp(palette, at, wind),
      ...rain(random, palette, size, wind),
    ],
    [sky, halo, blur('soft', 10)],
  )
}

function clouds(random: Random, palette: Palette, size: Size, gloom: string): string[] {
  const banks = Array.from({ length: 26 }, (_, index) => {
    const near = index / 26
    const at: Point = [random.range(-60, size.width + 60), size.height * (0.34 * (1 - near) - 0.04)]
    const tone = mix(mix(gloom, palette.ink, 0.16 * (1 - near)), palette.deep, near * 0.75)
    return path(curve(blob(random, at, random.range(70, 150), 0.2, 10), true), {
      fill: tone,
      opacity: 0.85,
      transform: `translate(0 ${at[1] * 0.25}) scale(1 .75)`,
    })
  })
  return [group({ filter: paint('soft') }, banks)]
}

function bolt(random: Random, palette: Palette, size: Size): string[] {
  if (random.chance(0.55)) return []
  let [x, y] = [size.width * random.pick([0.12, 0.2, 0.82, 0.9]), size.height * 0.16]
  let d = `M${x} ${y}`
  while (y < size.height * 0.72) {
    x += random.range(-34, 34)
    y += random.range(24, 52)
    d += `L${x} ${y}`
  }
  return [
    path(d, stroke(palette.ink, 11, { opacity: 0.16 })),
    path(d, stroke(palette.ink, 3.4, { opacity: 0.9 })),
  ]
}

function lamp(palette: Palette, [x, y]: Point, wind: number): string {
  const glass = path('M-34 -40Q-52 4 -30 46H30Q52 4 34 -40Z', { fill: lighter(palette.colours[2], 0.25) })
  const flame = path('M0 -22C20 4 16 28 0 30C-16 28 -18 8 0 -22Z', { fill: '#fff8e2' })
  const bars = path('M-34 -40L-30 46M34 -40L30 46M0 -40V46', stroke(palette.deep, 4))
  const caps = path('M-40 -40L-22 -60H22L40 -40ZM-34 46H34L28 58H-28Z', { fill: palette.deep })
  const hook = path('M0 -60V-84', stroke(palette.deep, 4)) + circle(0, -88, 7, stroke(palette.deep, 4))
  return group(
    {
      transform: `translate(${x} ${y}) rotate(${wind * 9} 0 -88) translate(0 -88) scale(1.3) translate(0 88)`,
    },
    [glass, flame, bars, caps, hook],
  )
}

function post(palette: Palette, [x, y]: Point, size: Size, wind: number): string {
  const foot = x + wind * 74
  return (
    path(
      `M${foot} ${size.height}V${y - 120}Q${foot} ${y - 150} ${foot - wind * 30} ${y - 146}L${x - wind * 8} ${y - 92}`,
      stroke(palette.deep, 12),
    ) + path(`M${foot} ${y - 60}L${foot - wind * 44} ${y - 120}`, stroke(palette.deep, 7))
  )
}

function branch(palette: Palette, [x, y]: Point, size: Size, wind: number): string {
  const edge = wind > 0 ? size.width + 20 : -20
  const [fromX, fromY] = [edge, y - 190]
  const bough = curve([
    [fromX, fromY],
    [(fromX * 2 + x) / 3, y - 130],
    [(fromX + x * 2) / 3, y - 150],
    [x - wind * 10, y - 92],
    [x - wind * 110, y - 118],
  ])
  const twig = curve([
    [(fromX + x * 2) / 3, y - 150],
    [x + wind * 60, y - 210],
    [x - wind * 20, y - 240],
  ])
  const leaves = [
    [-110, -118],
    [-70, -114],
    [-20, -240],
    [30, -228],
    [90, -190],
    [130, -160],
  ].map(([dx = 0, dy = 0]) =>
    ellipse(x + dx * wind, y + dy, 20, 8, {
      fill: palette.colours[0],
      transform: `rotate(${wind * 28} ${x + dx * wind} ${y + dy})`,
    }),
  )
  return path(bough, stroke(palette.deep, 15)) + path(twig, stroke(palette.deep, 7)) + leaves.join('')
}

function boat(palette: Palette, [x, y]: Point, _size: Size, wind: number): string {
  const deck = y + 190
  const hull = path(
    `M${x - 190} ${deck - 34}Q${x} ${deck + 92} ${x + 190} ${deck - 34}Q${x} ${deck + 16} ${x - 190} ${deck - 34}Z`,
    { fill: mix(palette.deep, palette.colours[0], 0.35) },
  )
  const mast = path(
    `M${x + wind * 70} ${deck + 10}V${y - 112}Q${x + wind * 60} ${y - 136} ${x - wind * 4} ${y - 92}`,
    stroke(palette.deep, 10),
  )
  const shine = [0, 1, 2, 3].map((row) =>
    rect(x - 90 + row * 16, deck + 62 + row * 15, 180 - row * 40, 4, {
      rx: 2,
      fill: palette.colours[2],
      opacity: 0.6 - row * 0.12,
    }),
  )
  return mast + hull + shine.join('')
}

function rain(random: Random, palette: Palette, size: Size, wind: number): string[] {
  const drops = Array.from({ length: 150 }, () => {
    const [x, y, long] = [
      random.range(-60, size.width + 60),
      random.range(-20, size.height),
      random.range(16, 54),
    ]
    return `M${Math.round(x)} ${Math.round(y)}l${Math.round(-wind * long * 0.42)} ${Math.round(long)}`
  })
  return [path(drops.join(''), stroke(palette.ink, 1.7, { opacity: 0.34 }))]
}
