import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
import {
  circle,
  drawing,
  fill,
  glow,
  gradient,
  group,
  type Point,
  paint,
  path,
  type Size,
  tag,
} from '../svg.ts'

/** Circles inside circles, each leaning on the edge of the one before; small families of them beside. */
export const rings: Style = (random, palette, size) => {
  const big = Math.min(size.width, size.height) * random.range(0.4, 0.52)
  const centre: Point = [size.width * random.range(0.34, 0.66), size.height * random.range(0.44, 0.56)]
  const small = Array.from({ length: random.int(1, 4) }, (): [Point, number] => {
    const away = polar(centre, big * random.range(1.15, 1.7), random.range(0, Math.PI * 2))
    return [away, big * random.range(0.1, 0.26)]
  })
  const families = [[centre, big] as [Point, number], ...small]
  const backdrop = gradient('sky', [
    { at: 0, colour: palette.deep },
    { at: 1, colour: mix(palette.ground, palette.colours[3], 0.25) },
  ])
  const shade = glow('shade', [
    { at: 0.55, colour: '#000000', opacity: 0 },
    { at: 1, colour: '#000000', opacity: palette.mood === 'night' ? 0.22 : 0.1 },
  ])
  const drawn = families.flatMap(([middle, radius]) => nest(random, palette, middle, radius))
  return drawing(
    size,
    [fill(size, paint('sky')), ...arcs(random, palette, size, centre, big), ...drawn],
    [backdrop, shade],
  )
}

function nest(random: Random, palette: Palette, centre: Point, radius: number): string[] {
  const colours = random.shuffle([...palette.colours, palette.ink])
  const parts: string[] = []
  let [middle, reach, angle] = [centre, radius, random.range(0, Math.PI * 2)]
  const spin = random.range(0.35, 1.3) * random.pick([-1, 1])
  for (let index = 0; reach > radius * 0.05 && index < 14; index++) {
    const base = colours[index % colours.length] ?? palette.ink
    const tone = random.chance(0.5)
      ? lighter(base, random.range(0, 0.12))
      : darker(base, random.range(0, 0.12))
    parts.push(circle(...middle, reach, { fill: tone }), circle(...middle, reach, { fill: paint('shade') }))
    const next = reach * random.range(0.7, 0.86)
    middle = polar(middle, reach - next, angle)
    angle += spin
    reach = next
  }
  return parts
}

function arcs(random: Random, palette: Palette, size: Size, centre: Point, radius: number): string[] {
  if (random.chance(0.3)) return []
  const count = random.int(3, 9)
  const lines = Array.from({ length: count }, (_, index) =>
    circle(...centre, radius + 26 + index * random.range(22, 30), { fill: 'none', 'stroke-width': 1.6 }),
  )
  const moon = polar(centre, radius + 26 + random.int(0, count - 1) * 26, random.range(0, Math.PI * 2))
  const dot = circle(...moon, random.range(6, 12), { fill: palette.colours[1], stroke: 'none' })
  const half = path(`M0 ${size.height * 0.5}H${size.width}`, { 'stroke-width': 1 })
  return [group({ stroke: palette.ink, opacity: 0.28 }, [...lines, tag('g', { opacity: 0.6 }, [half])]), dot]
}
