import { mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
import {
  circle,
  drawing,
  fill,
  glow,
  group,
  line,
  type Point,
  paint,
  path,
  type Size,
  stroke,
} from '../svg.ts'

/** A chart of a sky nobody has: rings, hours, a milky band and invented constellations. */
export const starmap: Style = (random, palette, size) => {
  const radius = Math.min(size.width, size.height) * 0.44
  const centre: Point = [size.width * random.pick([0.5, 0.5, 0.38, 0.62]), size.height / 2]
  const disc = mix(palette.ground, palette.mood === 'night' ? palette.colours[4] : palette.deep, 0.45)
  const chart = group({ 'clip-path': 'url(#disc)' }, [
    ...milk(random, palette, centre, radius),
    ...constellations(random, palette, centre, radius),
  ])
  const dust = Array.from({ length: 110 }, () =>
    circle(random.range(0, size.width), random.range(0, size.height), random.range(0.8, 2), {
      fill: palette.ink,
      opacity: random.range(0.15, 0.6),
    }),
  )
  const clip = `<clipPath id="disc"><circle cx="${centre[0]}" cy="${centre[1]}" r="${radius * 0.86}"/></clipPath>`
  const light = glow('light', [
    { at: 0, colour: mix(disc, palette.colours[0], 0.5) },
    { at: 1, colour: disc },
  ])
  const body = [
    fill(size, palette.mood === 'night' ? palette.deep : palette.ground),
    ...dust,
    circle(...centre, radius, { fill: paint('light') }),
  ]
  return drawing(
    size,
    [
      ...body,
      chart,
      ...dial(random, palette, centre, radius),
      ...moons(random, palette, size, centre, radius),
    ],
    [clip, light],
  )
}

function dial(random: Random, palette: Palette, centre: Point, radius: number): string[] {
  const circles = [1, 0.93, 0.86].map((share) =>
    circle(...centre, radius * share, stroke(palette.ink, 2.2, { opacity: 0.75 })),
  )
  const inner = [0.64, 0.42, 0.2].map((share) =>
    circle(...centre, radius * share, stroke(palette.ink, 1.2, { opacity: 0.3 })),
  )
  const ticks = Array.from({ length: 72 }, (_, index) => {
    const angle = (index / 72) * Math.PI * 2
    const from = polar(centre, radius * (index % 6 ? 0.96 : 0.93), angle)
    return path(
      line([from, polar(centre, radius, angle)]),
      stroke(palette.ink, index % 6 ? 1.4 : 3, { opacity: 0.75 }),
    )
  })
  const hours = Array.from({ length: 6 }, (_, index) => {
    const angle = (index / 6) * Math.PI
    const ends = [polar(centre, radius * 0.86, angle), polar(centre, -radius * 0.86, angle)]
    return path(line(ends), stroke(palette.ink, 1, { opacity: 0.22 }))
  })
  const tilt = polar(centre, radius * 0.24, random.range(0, Math.PI * 2))
  const path2 = circle(
    ...tilt,
    radius * 0.6,
    stroke(palette.colours[1], 2.6, { opacity: 0.9, 'stroke-dasharray': '2 9' }),
  )
  return [...inner, ...hours, path2, ...circles, ...ticks]
}

function milk(random: Random, palette: Palette, centre: Point, radius: number): string[] {
  const angle = random.range(0, Math.PI)
  return Array.from({ length: 420 }, () => {
    const [x, y] = polar(
      polar(centre, random.range(-1, 1) * radius, angle),
      random.gauss() * radius * 0.12,
      angle + Math.PI / 2,
    )
    return circle(x, y, random.range(0.8, 2.4), { fill: palette.ink, opacity: random.range(0.1, 0.5) })
  })
}

function constellations(random: Random, palette: Palette, centre: Point, radius: number): string[] {
  return Array.from({ length: 9 }, (_, index) => {
    const home = polar(
      centre,
      radius * random.range(0.22, 0.68),
      (index / 9) * Math.PI * 2 + random.range(-0.2, 0.2),
    )
    let heading = random.range(0, Math.PI * 2)
    const points: Point[] = [home]
    for (let step = random.int(3, 6); step > 0; step--) {
      heading += random.range(-1.1, 1.1)
      points.push(polar(points.at(-1) ?? home, radius * random.range(0.08, 0.17), heading))
    }
    const stars = points.map(([x, y]) => {
      const bright = random.range(3, 8)
      return circle(x, y, bright, { fill: bright > 6.4 ? palette.colours[2] : palette.ink })
    })
    return path(line(points), stroke(palette.ink, 1.8, { opacity: 0.6 })) + stars.join('')
  })
}

function moons(random: Random, palette: Palette, size: Size, [x, y]: Point, radius: number): string[] {
  const side = x < size.width / 2 ? 1 : -1
  const room = side > 0 ? size.width - x - radius : x - radius
  if (room < 160) return []
  const count = random.int(3, 5)
  return Array.from({ length: count }, (_, index) => {
    const phase = (index - (count - 1) / 2) * (72 / count) + (index === (count - 1) / 2 ? 80 : 0)
    const at: Point = [x + side * (radius + room / 2), y + (index - (count - 1) / 2) * 130]
    const shadow = circle(at[0] + phase, at[1], 37, {
      fill: palette.mood === 'night' ? palette.deep : palette.ground,
    })
    const clip = `<clipPath id="moon${index}"><circle cx="${at[0]}" cy="${at[1]}" r="36"/></clipPath>`
    return (
      clip +
      circle(...at, 36, { fill: palette.colours[2] }) +
      group({ 'clip-path': `url(#moon${index})` }, [shadow])
    )
  })
}
