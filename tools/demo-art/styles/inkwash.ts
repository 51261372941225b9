import { mix } from '../colour.ts'
import { layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, polar, ridge, type Style } from '../scenery.ts'
import {
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

/** Mountains in thinned ink, mist between them, a seal-red sun and a pine that leans in. */
export const inkwash: Style = (random, palette, size) => {
  const field = layered(noise(random), 5)
  const brush =
    palette.mood === 'day'
      ? mix(palette.ink, palette.colours[1], 0.25)
      : mix(palette.colours[0], palette.ink, 0.15)
  const count = random.int(4, 6)
  const washes: string[] = []
  const ranges = Array.from({ length: count }, (_, row) => {
    const depth = row / (count - 1)
    const base = size.height * (0.44 + depth * 0.46)
    const strength = 0.16 + depth * 0.6
    washes.push(
      gradient(`wash${row}`, [
        { at: 0, colour: brush, opacity: strength },
        { at: 0.35, colour: brush, opacity: strength * 0.42 },
        { at: 0.8, colour: brush, opacity: 0.02 },
      ]),
    )
    const points = ridge(field, size, {
      base,
      height: 330 - depth * 130,
      width: 620 - depth * 160,
      row: row * 5.7,
      step: 10,
    })
    return (
      ground(points, size, { fill: palette.ground, opacity: 0.9 }, false) +
      ground(points, size, { fill: paint(`wash${row}`) }, false)
    )
  })
  const sun = circle(
    size.width * random.range(0.16, 0.84),
    size.height * random.range(0.16, 0.3),
    random.range(34, 62),
    { fill: palette.colours[0] === brush ? palette.colours[1] : palette.colours[0] },
  )
  const body = [
    fill(size, palette.ground),
    sun,
    ...ranges.slice(0, -1),
    ...birds(random, size, brush),
    ...ranges.slice(-1),
  ]
  return drawing(size, [...body, ...pine(random, palette, size, brush), ...boat(random, size, brush)], washes)
}

function birds(random: Random, size: Size, brush: string): string[] {
  const [x, y] = [random.range(0.2, 0.8) * size.width, random.range(0.14, 0.34) * size.height]
  return Array.from({ length: random.int(3, 8) }, () => {
    const [bx, by, wing] = [x + random.gauss() * 90, y + random.gauss() * 34, random.range(7, 15)]
    const d = `M${bx - wing} ${by - wing * 0.4}Q${bx - wing * 0.3} ${by - wing * 0.5} ${bx} ${by}Q${bx + wing * 0.3} ${by - wing * 0.5} ${bx + wing} ${by - wing * 0.5}`
    return path(d, stroke(brush, 2.2, { opacity: 0.8 }))
  })
}

function pine(random: Random, palette: Palette, size: Size, brush: string): string[] {
  const left = random.chance(0.5)
  const dark = mix(brush, palette.mood === 'day' ? '#000000' : palette.deep, 0.25)
  const side = (x: number) => (left ? x : size.width - x)
  const top = size.height * random.range(0.3, 0.5)
  const trunk: Point[] = [
    [side(-20), top + 60],
    [side(70), top + 22],
    [side(150), top + 40],
    [side(250), top + 4],
    [side(330), top + 26],
  ]
  const tufts = trunk
    .slice(1)
    .flatMap((point, index) =>
      [0, 1, 2].map(() =>
        needles(
          random,
          [point[0] + random.gauss() * 30, point[1] + random.gauss() * 20 - 8],
          46 - index * 5,
          dark,
        ),
      ),
    )
  return [path(curve(trunk), stroke(dark, 13)), path(curve(trunk.slice(2)), stroke(dark, 8)), ...tufts]
}

function needles(random: Random, at: Point, reach: number, tone: string): string {
  const fan = Array.from({ length: 22 }, (_, index) => {
    const tip = polar(at, reach * random.range(0.7, 1), Math.PI * (1 + index / 21))
    return `M${Math.round(at[0])} ${Math.round(at[1])}L${Math.round(tip[0])} ${Math.round(tip[1])}`
  })
  return path(fan.join(''), stroke(tone, 2, { opacity: 0.85 }))
}

function boat(random: Random, size: Size, brush: string): string[] {
  if (random.chance(0.4)) return []
  const [x, y] = [size.width * random.range(0.35, 0.7), size.height * 0.93]
  const hull = path(
    `M${x - 62} ${y - 8}Q${x} ${y + 22} ${x + 62} ${y - 12}Q${x} ${y + 4} ${x - 62} ${y - 8}Z`,
    { fill: brush },
  )
  const hood = path(`M${x - 20} ${y - 2}Q${x} ${y - 40} ${x + 24} ${y - 3}Z`, { fill: brush, opacity: 0.85 })
  const water = [0, 1, 2].map((row) =>
    ellipse(x + row * 12, y + 20 + row * 9, 90 - row * 18, 1.6, { fill: brush, opacity: 0.3 }),
  )
  return [group({}, [hull, hood, ...water])]
}
