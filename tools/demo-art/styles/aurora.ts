import { mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, ridge, type Style, stars } from '../scenery.ts'
import {
  blur,
  drawing,
  fill,
  gradient,
  group,
  type Point,
  paint,
  path,
  polygon,
  rect,
  type Size,
} from '../svg.ts'

/** Curtains of light over a frozen lake and a line of firs; the lake gives them back. */
export const aurora: Style = (random, palette, size) => {
  const field = noise(random)
  const shore = size.height * random.range(0.68, 0.76)
  const tones = [palette.colours[0], palette.colours[1], palette.colours[2], palette.colours[4]]
  const curtains = [0, 1, 2].map((row) => curtain(random, field, size, shore, row))
  const veils = group({ filter: paint('soft') }, curtains)
  const mirror = group({ transform: `matrix(1 0 0 -0.4 0 ${shore * 1.4})`, opacity: 0.4 }, [veils])
  const lake = rect(0, shore, size.width, size.height - shore, {
    fill: mix(palette.deep, palette.colours[0], 0.14),
  })
  const hills = [0, 1].map((row) =>
    ground(
      ridge(field, size, { base: shore + 4, height: 190 - row * 90, width: 330, row: 9 + row * 3 }),
      size,
      { fill: mix(palette.deep, palette.colours[3], 0.3 - row * 0.15) },
    ),
  )
  const sky = gradient('sky', [
    { at: 0, colour: palette.deep },
    { at: 0.7, colour: mix(palette.ground, palette.colours[0], 0.22) },
  ])
  const drapes = tones.slice(0, 3).map((tone, row) =>
    gradient(`drape${row}`, [
      { at: 0, colour: tones[(row + 1) % 4] ?? tone, opacity: 0 },
      { at: 0.55, colour: tones[(row + 1) % 4] ?? tone, opacity: 0.3 },
      { at: 0.9, colour: tone, opacity: 0.85 },
      { at: 1, colour: tone, opacity: 0 },
    ]),
  )
  const body = [
    fill(size, paint('sky')),
    ...stars(random, size, 140, palette.ink, 0.7),
    veils,
    ...hills,
    lake,
    mirror,
    ...firs(random, palette, size, shore),
  ]
  return drawing(size, body, [sky, ...drapes, blur('soft', 6)])
}

function curtain(
  random: Random,
  field: (x: number, y: number) => number,
  size: Size,
  shore: number,
  row: number,
): string {
  const base = shore * (0.5 + row * 0.16)
  const strips: string[] = []
  const shift = random.range(0, 50)
  for (let x = -40; x < size.width + 40; x += 13) {
    const sway = field(x / 340 + shift, row * 7)
    const foot = base + sway * 130
    const tall = 150 + (0.5 + 0.5 * field(x / 60 + shift, row * 3 + 40)) * 260
    const strength = Math.max(0, 0.25 + field(x / 210, row * 5 + 90) * 1.1)
    strips.push(
      rect(x, foot - tall, 16, tall, { fill: paint(`drape${row}`), opacity: Math.min(1, strength) }),
    )
  }
  return strips.join('')
}

function firs(random: Random, palette: Palette, size: Size, shore: number): string[] {
  const trees: string[] = []
  for (let x = -20; x < size.width + 20; x += random.range(16, 46)) {
    const edge = Math.abs(x / size.width - 0.5) * 2
    const tall = random.range(26, 60) + edge ** 2 * random.range(40, 190)
    const layers = [0, 1, 2, 3].map((step): Point[] => {
      const [y, wide] = [shore + 8 - tall * (step * 0.23), tall * (0.24 - step * 0.045)]
      return [
        [x - wide, y],
        [x, y - tall * 0.36],
        [x + wide, y],
      ]
    })
    trees.push(layers.map((points) => polygon(points, { fill: mix(palette.deep, '#000000', 0.45) })).join(''))
  }
  return [
    ...trees,
    path(`M0 ${shore + 4}H${size.width}V${shore + 12}H0Z`, { fill: mix(palette.deep, '#000000', 0.45) }),
  ]
}
