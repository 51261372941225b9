import { lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, ridge, type Style, stars } from '../scenery.ts'
import {
  circle,
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

/** Paper lanterns let go over dark water, or strung across it, with their light below them. */
export const lanterns: Style = (random, palette, size) => {
  const field = noise(random)
  const shore = size.height * random.range(0.74, 0.82)
  const warm = [palette.colours[1], palette.colours[2], palette.colours[0]]
  const dusk = mix(palette.ground, palette.colours[0], 0.45)
  const hills = [0, 1].map((row) =>
    ground(
      ridge(field, size, { base: shore - 10 + row * 14, height: 200 - row * 110, width: 380, row: row * 4 }),
      size,
      {
        fill: mix(mix(dusk, palette.deep, 0.45), palette.deep, row * 0.6),
      },
    ),
  )
  const strung = random.chance(0.4)
  const lights = strung ? garlands(random, size) : adrift(random, size)
  const water = rect(0, shore, size.width, size.height - shore, { fill: paint('water') })
  const shine = lights.map(({ at, scale }) => reflection(random, size, shore, at, scale, random.pick(warm)))
  const lines = strung ? strings(lights) : []
  const body = [
    fill(size, paint('sky')),
    ...stars(random, size, 70, palette.ink, 0.5),
    ...hills,
    water,
    ...shine,
  ]
  const drawn = lights.map(({ at, scale }) => lantern(random, palette, at, scale, random.pick(warm), strung))
  return drawing(
    size,
    [...body, ...lines.map((d) => path(d, stroke(palette.ink, 2, { opacity: 0.5 }))), ...drawn],
    skies(palette, dusk),
  )
}

interface Light {
  at: Point
  scale: number
  row: number
}

function skies(palette: Palette, dusk: string): string[] {
  return [
    gradient('sky', [
      { at: 0, colour: palette.deep },
      { at: 0.5, colour: palette.ground },
      { at: 0.8, colour: dusk },
    ]),
    gradient('water', [
      { at: 0, colour: mix(dusk, palette.deep, 0.35) },
      { at: 1, colour: palette.deep },
    ]),
    glow('halo', [
      { at: 0, colour: palette.colours[2], opacity: 0.55 },
      { at: 0.5, colour: palette.colours[1], opacity: 0.16 },
      { at: 1, colour: palette.colours[1], opacity: 0 },
    ]),
  ]
}

function adrift(random: Random, size: Size): Light[] {
  const count = random.int(16, 34)
  return Array.from({ length: count }, (_, row): Light => {
    const near = (row / count) ** 2.2
    const at: Point = [
      random.range(0.02, 0.98) * size.width,
      size.height * (0.6 - near * 0.3 - random.range(0, 0.42) * (0.5 + near)),
    ]
    return { at, scale: 0.22 + near * 1.35, row }
  })
}

function garlands(random: Random, size: Size): Light[] {
  return [0, 1, 2].flatMap((row) => {
    const [left, right, sag] = [random.range(0.06, 0.2), random.range(0.06, 0.2), random.range(0.12, 0.22)]
    const count = 9 - row * 2
    return Array.from({ length: count }, (_, index): Light => {
      const t = index / (count - 1)
      const y = left + (right - left) * t + sag * 4 * t * (1 - t) + row * 0.13
      return { at: [size.width * (-0.03 + 1.06 * t), size.height * y], scale: 0.5 + row * 0.34, row }
    })
  })
}

function strings(lights: readonly Light[]): string[] {
  return [0, 1, 2].map((row) => {
    const points = lights
      .filter((light) => light.row === row)
      .map(({ at, scale }) => `${at[0]} ${at[1] - 62 * scale}`)
    return `M${points.join('L')}`
  })
}

function lantern(
  random: Random,
  palette: Palette,
  [x, y]: Point,
  scale: number,
  tone: string,
  round: boolean,
): string {
  const shape = round
    ? 'M-20 -44C-66 -30 -66 34 -20 48H20C66 34 66 -30 20 -44Z'
    : 'M-36 -48Q0 -66 36 -48L28 50Q0 58 -28 50Z'
  const ribs = round ? 'M-38 -26H38M-51 0H51M-42 26H42' : 'M-34 -24H34M-32 4H32M-29 30H29'
  const cap = round
    ? rect(-20, -54, 40, 11, { fill: palette.deep }) + rect(-20, 46, 40, 10, { fill: palette.deep })
    : ellipse(0, 50, 28, 6, { fill: palette.ink })
  const tilt = random.range(-7, 7)
  return (
    circle(x, y, 150 * scale, { fill: paint('halo') }) +
    group({ transform: `translate(${x} ${y}) rotate(${tilt}) scale(${scale})` }, [
      path(shape, { fill: tone }),
      ellipse(0, 16, 22, 34, { fill: lighter(mix(tone, palette.ink, 0.6), 0.2), opacity: 0.75 }),
      path(ribs, stroke(palette.deep, 1.8, { opacity: 0.3 })),
      cap,
    ])
  )
}

function reflection(
  random: Random,
  size: Size,
  shore: number,
  [x, y]: Point,
  scale: number,
  tone: string,
): string {
  const deep = shore + (shore - y) * 0.22
  return Array.from({ length: 7 }, (_, row) => {
    const at = deep + row * 9 * scale + random.range(0, 6)
    const width = (64 - row * 6) * scale * random.range(0.6, 1.2)
    return at > size.height
      ? ''
      : rect(x - width / 2 + random.range(-6, 6), at, width, 3, {
          rx: 1.5,
          fill: tone,
          opacity: 0.5 - row * 0.05,
        })
  }).join('')
}
