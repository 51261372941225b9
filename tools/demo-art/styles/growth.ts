import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
import { circle, curve, drawing, ellipse, fill, gradient, type Point, paint, path, stroke } from '../svg.ts'

type Stem = [Point, number][]
type Species = (random: Random, palette: Palette, stem: Stem, tone: string) => string[]

/** Pressed plants side by side: ferns, seed heads, poppies and broad leaves, each grown from one stem. */
export const growth: Style = (random, palette, size) => {
  const back = gradient('air', [
    { at: 0, colour: palette.mood === 'night' ? palette.deep : lighter(palette.ground, 0.3) },
    { at: 1, colour: mix(palette.ground, palette.colours[3], 0.18) },
  ])
  const count = Math.round(size.width / random.range(95, 140))
  const places = random.shuffle(Array.from({ length: count }, (_, index) => (index + 0.5) / count))
  const plants = places.flatMap((place, index) => {
    const near = index / count
    const tone = mix(
      random.pick([...palette.colours]),
      palette.mood === 'night' ? palette.deep : palette.ground,
      (1 - near) * 0.6,
    )
    const height = size.height * random.range(0.4, 0.86)
    const stem = rise(random, [place * size.width + random.range(-20, 20), size.height + 10], height)
    return random.pick([fern, umbel, poppy, broadleaf, bellflower])(random, palette, stem, tone)
  })
  const moon = circle(
    size.width * random.range(0.25, 0.75),
    size.height * random.range(0.25, 0.4),
    random.range(80, 150),
    { fill: mix(palette.ground, palette.colours[2], 0.5) },
  )
  return drawing(size, [fill(size, paint('air')), moon, ...plants], [back])
}

function rise(random: Random, root: Point, height: number): Stem {
  const stem: Stem = []
  let [at, angle] = [root, -Math.PI / 2 + random.range(-0.12, 0.12)]
  const bend = random.range(-0.022, 0.022)
  for (let step = 0; step <= 24; step++) {
    stem.push([at, angle])
    angle += bend
    at = polar(at, height / 24, angle)
  }
  return stem
}

function stalk(stem: Stem, tone: string, width: number): string {
  return path(curve(stem.filter((_, step) => step % 4 === 0).map(([point]) => point)), stroke(tone, width))
}

function leaf(at: Point, angle: number, length: number, breadth: number, tone: string): string {
  const tip = polar(at, length, angle)
  const [a, b] = [
    polar(polar(at, length * 0.4, angle), breadth, angle + Math.PI / 2),
    polar(polar(at, length * 0.4, angle), -breadth, angle + Math.PI / 2),
  ]
  const figure = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return path(`M${figure(at)}Q${figure(a)} ${figure(tip)}Q${figure(b)} ${figure(at)}Z`, { fill: tone })
}

const fern: Species = (_random, _palette, stem, tone) => [
  stalk(stem, darker(tone, 0.15), 4),
  ...stem.slice(4).flatMap(([at, angle], step) => {
    const reach = 86 * Math.sin(Math.PI * (1 - step / 21) ** 0.8 * 0.92) + 6
    return [-1, 1].map((side) =>
      leaf(at, angle + side * 0.95, reach, reach * 0.2, side > 0 ? tone : lighter(tone, 0.08)),
    )
  }),
]

const umbel: Species = (random, palette, stem, tone) => {
  const [top, angle] = stem.at(-1) ?? [[0, 0], 0]
  const bloom = random.pick([palette.ink, palette.colours[2], lighter(tone, 0.3)])
  const rays = Array.from({ length: 15 }, (_, index) => {
    const tip = polar(top, random.range(52, 82), angle + (index - 7) * 0.19)
    return (
      path(`M${top[0]} ${top[1]}L${tip[0]} ${tip[1]}`, stroke(tone, 2)) +
      circle(...tip, random.range(5, 10), { fill: bloom })
    )
  })
  const leaves = [6, 10].map((step) => leaf(...(stem[step] ?? [top, angle]), 70, 18, tone))
  return [stalk(stem, tone, 4), ...leaves, ...rays]
}

const poppy: Species = (random, palette, stem, tone) => {
  const [[x, y], angle] = stem.at(-1) ?? [[0, 0], 0]
  const petal = random.pick([palette.colours[0], palette.colours[1], palette.colours[4]])
  const radius = random.range(36, 62)
  const petals = [0, 1, 2, 3, 4].map((index) => {
    const at = polar([x, y], radius * 0.5, angle + index * 1.2566)
    return circle(...at, radius * 0.62, { fill: index % 2 ? petal : lighter(petal, 0.12) })
  })
  const heart =
    circle(x, y, radius * 0.3, { fill: palette.mood === 'night' ? palette.deep : palette.ink }) +
    circle(x, y, radius * 0.13, { fill: palette.colours[2] })
  return [
    stalk(stem, tone, 5),
    ...[5, 9, 12].map((step, index) =>
      leaf(stem[step]?.[0] ?? [x, y], angle + (index % 2 ? 1 : -1), 80, 16, tone),
    ),
    ...petals,
    heart,
  ]
}

const broadleaf: Species = (_random, _palette, stem, tone) => [
  stalk(stem, darker(tone, 0.2), 6),
  ...stem
    .slice(5)
    .filter((_, step) => step % 3 === 0)
    .flatMap(([at, angle], index) => {
      const reach = 150 - index * 16
      return [-1, 1].map((side) =>
        leaf(at, angle + side * 0.8, reach, reach * 0.3, side > 0 ? tone : darker(tone, 0.12)),
      )
    }),
]

const bellflower: Species = (random, palette, stem, tone) => {
  const bloom = random.pick([palette.colours[1], palette.colours[4], palette.ink])
  const bells = stem
    .slice(9)
    .filter((_, step) => step % 2 === 0)
    .map(([at, angle], index) => {
      const side = index % 2 ? 1 : -1
      const [x, y] = polar(at, 30 - index, angle + side * 1.2)
      const width = 17 - index
      return (
        path(`M${at[0]} ${at[1]}Q${x} ${y - 14} ${x} ${y}`, stroke(tone, 2)) +
        ellipse(x, y + 10, width, width * 1.25, { fill: index % 3 ? bloom : lighter(bloom, 0.2) })
      )
    })
  return [
    stalk(stem, tone, 4),
    leaf(stem[3]?.[0] ?? [0, 0], -0.6, 120, 22, tone),
    leaf(stem[4]?.[0] ?? [0, 0], -2.5, 120, 22, darker(tone, 0.1)),
    ...bells,
  ]
}
