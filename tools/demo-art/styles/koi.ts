import { lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, polar, type Style } from '../scenery.ts'
import {
  blur,
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

/** A pond from above: koi, their shadows, rings on the water and a few lily pads. */
export const koi: Style = (random, palette, size) => {
  const water = palette.mood === 'night' ? palette.ground : mix(palette.colours[0], palette.deep, 0.55)
  const pond = gradient(
    'pond',
    [
      { at: 0, colour: lighter(water, 0.08) },
      { at: 1, colour: mix(water, palette.mood === 'night' ? palette.deep : palette.ink, 0.45) },
    ],
    [1, 1],
  )
  const fishes = school(random, size).map((fish, index) => koiFish(random, palette, fish, index))
  const shadows = group(
    { filter: paint('soft'), opacity: 0.3, transform: 'translate(16 24)' },
    fishes.map((fish) => fish.shadow),
  )
  const rings = Array.from({ length: random.int(3, 6) }, () => ripple(random, palette, size))
  const body = [
    fill(size, paint('pond')),
    ...caustics(random, size),
    shadows,
    ...fishes.map((fish) => fish.drawn),
    ...rings,
    ...pads(random, palette, size),
  ]
  return drawing(size, body, [pond, blur('soft', 9), ...fishes.map((fish) => fish.clip)])
}

interface Fish {
  head: Point
  heading: number
  length: number
  bend: number
}

function school(random: Random, size: Size): Fish[] {
  const centre: Point = [size.width * random.range(0.42, 0.58), size.height / 2]
  const count = random.int(4, 7)
  const turn = random.range(0, Math.PI * 2)
  return Array.from({ length: count }, (_, index): Fish => {
    const angle = turn + (index / count) * Math.PI * 2
    const reach: Point = [size.width * random.range(0.2, 0.36), size.height * random.range(0.2, 0.36)]
    const head: Point = [centre[0] + Math.cos(angle) * reach[0], centre[1] + Math.sin(angle) * reach[1]]
    return {
      head,
      heading: angle + Math.PI / 2 + random.range(-0.4, 0.4),
      length: random.range(250, 390),
      bend: random.range(0.8, 1.9) * random.pick([-1, 1]),
    }
  })
}

function koiFish(random: Random, palette: Palette, { head, heading, length, bend }: Fish, index: number) {
  const spine: [Point, number][] = []
  let [at, angle] = [head, heading + Math.PI]
  for (let step = 0; step <= 20; step++) {
    spine.push([at, angle])
    angle += (bend / 20) * Math.sin((step / 20) * Math.PI * 1.6)
    at = polar(at, length / 20, angle)
  }
  const girth = (t: number) =>
    length * (0.125 * Math.sin(Math.PI * Math.min(1, t * 0.97) ** 0.55) + 0.012 * t)
  const side = (sign: number) =>
    spine.map(([point, turn], step) => polar(point, girth(step / 20) * sign, turn + Math.PI / 2))
  const outline = curve([...side(1), ...side(-1).reverse()], true)
  const at20 = (step: number) => spine[step] ?? [head, heading]
  const coat = random.pick([palette.ink, palette.ink, palette.colours[1], palette.colours[2]])
  const marks = random
    .shuffle([palette.colours[1], palette.colours[0], palette.colours[2], palette.deep])
    .slice(0, 2)
  const spots = [2, 5, 8, 11, 15].map((step) => {
    const [point] = at20(step)
    return path(curve(blob(random, point, length * random.range(0.04, 0.1), 0.35), true), {
      fill: random.pick(marks),
    })
  })
  const fins = [...tail(at20(19), length), ...[-1, 1].map((sign) => fin(at20(6), length, girth(0.3), sign))]
  const veil = group({ fill: mix(coat, palette.ground, 0.2), opacity: 0.75 }, fins)
  const eyes = [-1, 1].map((sign) =>
    circle(...polar(at20(1)[0], girth(0.05) * 0.6 * sign, at20(1)[1] + Math.PI / 2), length * 0.012, {
      fill: palette.deep,
    }),
  )
  return {
    clip: `<clipPath id="koi${index}">${path(outline, {})}</clipPath>`,
    shadow: path(outline, { fill: '#000000' }) + group({ fill: '#000000' }, fins),
    drawn:
      veil +
      path(outline, { fill: coat }) +
      group({ 'clip-path': `url(#koi${index})` }, spots) +
      eyes.join(''),
  }
}

function tail([root, angle]: [Point, number], length: number): string[] {
  return [-1, 1].map((sign) => {
    const tip = polar(root, length * 0.3, angle + sign * 0.42)
    const inner = polar(root, length * 0.16, angle)
    return path(curve([root, polar(root, length * 0.14, angle + sign * 0.7), tip, inner], true), {})
  })
}

function fin([root, angle]: [Point, number], length: number, girth: number, sign: number): string {
  const from = polar(root, girth * 0.8 * sign, angle + Math.PI / 2)
  const tip = polar(from, length * 0.19, angle + sign * 0.75)
  return path(
    curve(
      [
        from,
        polar(from, length * 0.12, angle + sign * 1.25),
        tip,
        polar(from, length * 0.09, angle + sign * 0.2),
      ],
      true,
    ),
    {},
  )
}

function ripple(random: Random, palette: Palette, size: Size): string {
  const at: Point = [random.range(0, size.width), random.range(0, size.height)]
  const rings = Array.from({ length: random.int(2, 4) }, (_, index) =>
    circle(...at, 26 + index * 30, stroke(palette.ink, 2, { opacity: 0.34 - index * 0.08 })),
  )
  return rings.join('')
}

function caustics(random: Random, size: Size): string[] {
  return Array.from({ length: 16 }, () => {
    const points = blob(
      random,
      [random.range(0, size.width), random.range(0, size.height)],
      random.range(40, 130),
      0.3,
    )
    return path(curve(points, true), stroke('#ffffff', 3, { opacity: 0.05 }))
  })
}

function pads(random: Random, palette: Palette, size: Size): string[] {
  const green = palette.colours[3]
  return Array.from({ length: random.int(5, 9) }, () => {
    const corner: Point = [random.pick([0, 1]) * size.width, random.pick([0, 1]) * size.height]
    const [x, y] = [corner[0] + random.gauss() * 170, corner[1] + random.gauss() * 110]
    const radius = random.range(30, 78)
    const notch = random.range(0, Math.PI * 2)
    const [a, b] = [polar([x, y], radius, notch), polar([x, y], radius, notch + 0.5)]
    const leaf = `M${x} ${y}L${b[0]} ${b[1]}A${radius} ${radius} 0 1 1 ${a[0]} ${a[1]}Z`
    const tone = mix(green, random.pick([palette.deep, palette.colours[2]]), random.range(0.05, 0.35))
    const bloom = random.chance(0.35) ? lotus(palette, [x, y], radius * 0.42) : ''
    return (
      ellipse(x + 8, y + 12, radius, radius, { fill: '#000000', opacity: 0.18 }) +
      path(leaf, { fill: tone }) +
      bloom
    )
  })
}

function lotus(palette: Palette, at: Point, radius: number): string {
  const petals = Array.from({ length: 8 }, (_, index) => {
    const tip = polar(at, radius, (index / 8) * Math.PI * 2)
    return ellipse((at[0] + tip[0]) / 2, (at[1] + tip[1]) / 2, radius * 0.52, radius * 0.24, {
      fill: index % 2 ? palette.ink : lighter(palette.colours[1], 0.45),
      transform: `rotate(${index * 45} ${(at[0] + tip[0]) / 2} ${(at[1] + tip[1]) / 2})`,
    })
  })
  return petals.join('') + circle(...at, radius * 0.2, { fill: palette.colours[2] })
}
