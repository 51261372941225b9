import { along, mix } from '../colour.ts'
import { polar, type Style } from '../scenery.ts'
import { circle, drawing, fill, glow, group, type Point, paint, path } from '../svg.ts'

/** The order of a sunflower: every seed turned by the golden angle, petals growing outwards. */
export const phyllotaxis: Style = (random, palette, size) => {
  const centre: Point = [
    size.width * random.pick([0.5, 0.5, 0.34, 0.68]),
    size.height * random.range(0.46, 0.56),
  ]
  const reach = Math.min(size.width, size.height) * random.range(0.5, 0.72)
  const count = random.int(230, 380)
  const tones = random.shuffle([...palette.colours, palette.ink]).slice(0, 4)
  const golden = Math.PI * (3 - Math.sqrt(5)) + random.pick([0, 0, 0, 0.004, -0.006])
  const leafy = random.chance(0.55)
  const seeds = Array.from({ length: count }, (_, index) => {
    const place = Math.sqrt((index + 0.5) / count)
    const [angle, tone] = [index * golden, along(tones, place)]
    const [x, y] = polar(centre, place * reach, angle)
    const grown = (reach / Math.sqrt(count)) * (0.3 + place * 0.75)
    if (!leafy) return circle(x, y, grown * 0.86, { fill: tone })
    const petal = path('M-1 0Q0 -.62 1.35 0Q0 .62 -1 0Z', { fill: tone })
    return group(
      { transform: `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI}) scale(${grown * 1.35})` },
      [petal],
    )
  })
  const halo = glow('halo', [
    { at: 0, colour: mix(palette.ground, tones[1] ?? palette.ink, 0.4) },
    { at: 1, colour: palette.mood === 'night' ? palette.deep : palette.ground },
  ])
  const back = palette.mood === 'night' ? palette.deep : palette.ground
  return drawing(
    size,
    [fill(size, back), circle(...centre, size.width * 0.6, { fill: paint('halo') }), ...seeds.reverse()],
    [halo],
  )
}
