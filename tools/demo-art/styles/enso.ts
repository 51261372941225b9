import { mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
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
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** One breath, one brush, one circle that does not close; a seal in the corner. */
export const enso: Style = (random, palette, size) => {
  const field = noise(random)
  const ink = palette.mood === 'night' ? palette.ink : mix(palette.ink, palette.colours[4], 0.15)
  const radius = Math.min(size.width, size.height) * random.range(0.3, 0.35)
  const centre: Point = [size.width * random.pick([0.5, 0.5, 0.36, 0.64]), size.height * 0.5]
  const [start, sweep, turn] = [random.range(0, Math.PI * 2), random.range(5.3, 6.05), random.pick([-1, 1])]
  const thick = radius * random.range(0.22, 0.36)
  const bristles = Array.from({ length: 64 }, (_, index) => {
    const across = index / 63 - 0.5
    const dry = random.next() ** 1.6 * 0.75
    const stops = 1 - Math.max(0, dry - 0.28) * (0.7 + Math.abs(across))
    const steps = Math.max(6, Math.round(46 * stops))
    const points = Array.from({ length: steps }, (_, step): Point => {
      const t = step / 46
      const angle = start + turn * t * sweep
      const press = (0.55 + 0.45 * Math.sin(Math.min(1, t * 1.6) * Math.PI * 0.62)) * thick
      return polar(centre, radius + across * press + field(t * 5, across * 3) * 5 + t * radius * 0.05, angle)
    })
    return path(
      curve(points),
      stroke(ink, random.range(2.6, 7), { opacity: random.range(0.35, 0.95), 'stroke-linecap': 'butt' }),
    )
  })
  const paper = gradient(
    'paper',
    [
      { at: 0, colour: palette.ground },
      { at: 1, colour: mix(palette.ground, palette.deep, 0.55) },
    ],
    [1, 1],
  )
  return drawing(
    size,
    [
      fill(size, paint('paper')),
      ...inside(random, palette, centre, radius),
      ...bristles,
      ...drips(random, centre, radius, ink),
      seal(palette, size, centre),
    ],
    [paper],
  )
}

function inside(random: Random, palette: Palette, centre: Point, radius: number): string[] {
  const tone = random.pick([palette.colours[0], palette.colours[1], palette.colours[2]])
  return random.pick([
    () => [circle(centre[0], centre[1] + radius * 0.1, radius * 0.34, { fill: tone })],
    () =>
      [0, 1, 2].map((row) =>
        path(
          `M${centre[0] - radius * 0.6} ${centre[1] + radius * (0.16 + row * 0.16)}q${radius * 0.3} ${-radius * (0.4 - row * 0.1)} ${radius * 0.6} 0t${radius * 0.6} 0`,
          stroke(tone, 9 - row * 2, { opacity: 0.9 - row * 0.2 }),
        ),
      ),
    () => [],
  ])()
}

function drips(random: Random, centre: Point, radius: number, ink: string): string[] {
  return Array.from({ length: 22 }, () => {
    const [x, y] = polar(centre, radius * random.range(0.9, 1.5), random.range(0, Math.PI * 2))
    return circle(x, y, 1 + random.next() ** 3 * 9, { fill: ink, opacity: random.range(0.4, 0.9) })
  })
}

function seal(palette: Palette, size: Size, [x]: Point): string {
  const at: Point = [x < size.width / 2 ? size.width * 0.9 : size.width * 0.1, size.height * 0.82]
  return group({ transform: `translate(${at[0]} ${at[1]})` }, [
    rect(-32, -32, 64, 64, { rx: 8, fill: palette.colours[0] }),
    path('M0 -17L17 0L0 17L-17 0Z', { fill: palette.ground }),
    circle(0, 0, 6, { fill: palette.colours[0] }),
  ])
}
