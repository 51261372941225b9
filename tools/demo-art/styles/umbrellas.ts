import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style, scatter } from '../scenery.ts'
import {
  blur,
  circle,
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

/** A crossing in the rain from above: umbrellas, their shadows, rings on wet stone. */
export const umbrellas: Style = (random, palette, size) => {
  const stone = mix(palette.mood === 'night' ? palette.deep : palette.ground, palette.colours[4], 0.35)
  const street = gradient(
    'street',
    [
      { at: 0, colour: lighter(stone, 0.06) },
      { at: 1, colour: darker(stone, 0.22) },
    ],
    [1, 1],
  )
  const places = scatter(random, size, random.range(150, 230), 40)
  const drawn = places.map((at) => umbrella(random, palette, at, random.range(62, 92)))
  const shadows = group(
    { filter: paint('soft'), opacity: 0.38 },
    drawn.map((one) => one.shadow),
  )
  const body = [
    fill(size, paint('street')),
    ...crossing(random, palette, size),
    ...puddles(random, palette, size),
    shadows,
    ...drawn.map((one) => one.top),
  ]
  return drawing(size, body, [street, blur('soft', 10)])
}

function umbrella(random: Random, palette: Palette, at: Point, radius: number) {
  const ribs = random.pick([8, 8, 8, 10, 6])
  const turn = random.range(0, Math.PI)
  const tone = random.pick([
    ...palette.colours.slice(0, 4),
    palette.ink,
    palette.colours[1],
    palette.colours[2],
  ])
  const second = random.chance(0.35) ? random.pick([palette.ink, ...palette.colours]) : tone
  const panels = Array.from({ length: ribs }, (_, index) => {
    const [from, to] = [turn + (index / ribs) * Math.PI * 2, turn + ((index + 1) / ribs) * Math.PI * 2]
    const [a, b] = [polar(at, radius, from), polar(at, radius, to)]
    const dip = polar(at, radius * 0.88, (from + to) / 2)
    const light = Math.cos((from + to) / 2 + 2.2)
    const base = index % 2 ? tone : second
    const shade = light > 0 ? lighter(base, light * 0.22) : darker(base, -light * 0.26)
    return path(`M${at[0]} ${at[1]}L${a[0]} ${a[1]}Q${dip[0]} ${dip[1]} ${b[0]} ${b[1]}Z`, {
      fill: shade,
      stroke: shade,
      'stroke-width': 0.8,
    })
  })
  const trim = random.chance(0.3)
    ? circle(...at, radius * 0.62, stroke(palette.ink, 3.4, { opacity: 0.75 }))
    : ''
  const drip = Array.from({ length: ribs }, (_, index) =>
    circle(...polar(at, radius * 1.04, turn + (index / ribs) * Math.PI * 2), 2.6, {
      fill: palette.ink,
      opacity: 0.8,
    }),
  )
  return {
    shadow: circle(at[0] + 20, at[1] + 30, radius, { fill: '#000000' }),
    top: panels.join('') + trim + drip.join('') + circle(...at, 5, { fill: palette.ink }),
  }
}

function crossing(random: Random, palette: Palette, size: Size): string[] {
  if (random.chance(0.35)) return []
  const turn = random.range(-30, 30)
  const bars = Array.from({ length: 12 }, (_, index) => `M${index * 118 - 160} -300V${size.height + 300}`)
  const paintOn = stroke(palette.ink, 52, { opacity: 0.13, 'stroke-linecap': 'butt' })
  return [
    group({ transform: `rotate(${turn} ${size.width / 2} ${size.height / 2})` }, [
      path(bars.join(''), paintOn),
    ]),
  ]
}

function puddles(random: Random, palette: Palette, size: Size): string[] {
  return Array.from({ length: 60 }, () => {
    const [x, y] = [random.range(0, size.width), random.range(0, size.height)]
    const radius = random.range(4, 22)
    return ellipse(x, y, radius, radius, stroke(palette.ink, 1.5, { opacity: random.range(0.12, 0.4) }))
  })
}
