import { lighter, mix } from '../colour.ts'
import { layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, ground, ridge, type Style } from '../scenery.ts'
import {
  blur,
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
  type Size,
  stroke,
} from '../svg.ts'
import { lampOf, supports } from './parts/lantern-stands.ts'

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
  const support = random.pick(supports)(palette, at, size, wind)
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
      lampOf(random, palette, at, wind),
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
