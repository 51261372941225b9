import { lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import {
  circle,
  drawing,
  fill,
  glow,
  gradient,
  line,
  type Point,
  paint,
  path,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** A circuit board that has started to flower: traces climb like stems and end in lit buds. */
export const circuits: Style = (random, palette, size) => {
  const board = gradient('board', [
    { at: 0, colour: palette.mood === 'night' ? palette.deep : lighter(palette.ground, 0.25) },
    { at: 1, colour: mix(palette.ground, palette.colours[0], 0.32) },
  ])
  const halo = glow('halo', [
    { at: 0, colour: palette.colours[2], opacity: 0.6 },
    { at: 1, colour: palette.colours[2], opacity: 0 },
  ])
  const unit = size.width / 40
  const used = new Set<string>()
  const chips = chipsOf(random, palette, size, unit, used)
  const stems = random
    .shuffle(Array.from({ length: 39 }, (_, index) => index + 1))
    .flatMap((column) => stem(random, palette, size, unit, column, used))
  return drawing(
    size,
    [fill(size, paint('board')), ...pads(palette, size, unit), ...stems, ...chips],
    [board, halo],
  )
}

function pads(palette: Palette, size: Size, unit: number): string[] {
  const dots: string[] = []
  for (let x = unit; x < size.width; x += unit * 2)
    for (let y = unit; y < size.height; y += unit * 2)
      dots.push(circle(x, y, 1.8, { fill: palette.ink, opacity: 0.16 }))
  return dots
}

function chipsOf(random: Random, palette: Palette, size: Size, unit: number, used: Set<string>): string[] {
  const rows = Math.floor(size.height / unit)
  return Array.from({ length: random.int(2, 4) }, () => {
    const [wide, tall] = [random.int(3, 6), random.int(3, 5)]
    const [column, row] = [random.int(2, 36 - wide), random.int(Math.floor(rows * 0.35), rows - tall - 3)]
    for (let x = -1; x <= wide + 1; x++)
      for (let y = -1; y <= tall + 1; y++) used.add(`${column + x} ${row + y}`)
    const [x, y, w, h] = [column * unit, row * unit, wide * unit, tall * unit]
    const legs = Array.from(
      { length: wide * 2 - 1 },
      (_, index) => `M${x + (index + 1) * (unit / 2)} ${y - 9}v${h + 18}`,
    )
    const body = mix(palette.deep, palette.ink, palette.mood === 'night' ? 0.08 : 0.75)
    return (
      path(legs.join(''), stroke(palette.colours[4], 5)) +
      rect(x, y, w, h, { rx: 7, fill: body }) +
      rect(x + 9, y + 9, w - 18, h - 18, { rx: 5, ...stroke(palette.colours[1], 2, { opacity: 0.6 }) }) +
      circle(x + 22, y + 22, 6, { fill: palette.colours[2] })
    )
  })
}

function stem(
  random: Random,
  palette: Palette,
  size: Size,
  unit: number,
  column: number,
  used: Set<string>,
): string[] {
  let [x, y] = [column, Math.floor(size.height / unit) + 1]
  const cells: [number, number][] = [[x, y]]
  const goal = random.range(0.06, 0.7) * (size.height / unit)
  while (y > goal) {
    const turn = random.chance(0.66) ? 0 : random.pick([-1, 1])
    const next = ([0, turn, -turn, 1, -1] as const)
      .map((dx) => [x + dx, y - 1] as const)
      .find(([nx, ny]) => !used.has(`${nx} ${ny}`))
    if (!next) break
    ;[x, y] = next
    used.add(`${x} ${y}`)
    cells.push([x, y])
  }
  if (cells.length < 4) return []
  const points = cells.map(([cx, cy]): Point => [cx * unit, cy * unit])
  const tone = random.pick([
    palette.colours[0],
    palette.colours[3],
    palette.colours[1],
    mix(palette.colours[0], palette.ink, 0.4),
  ])
  const trace = path(line(points), stroke(tone, 5))
  const buds = points
    .slice(2, -2)
    .filter(() => random.chance(0.12))
    .map(([px, py]) => circle(px, py, 6.4, { fill: tone }) + circle(px, py, 2.6, { fill: palette.deep }))
  const end = points.at(-1) ?? [0, 0]
  const stopped = y > goal
  return [
    trace,
    ...buds,
    stopped
      ? circle(...end, 9, { fill: palette.deep, stroke: tone, 'stroke-width': 5 })
      : bloom(random, palette, end, tone),
  ]
}

function bloom(random: Random, palette: Palette, [x, y]: Point, tone: string): string {
  const bright = random.pick([palette.colours[2], palette.colours[1], palette.ink])
  if (random.chance(0.4))
    return (
      circle(x, y, 12, { fill: palette.deep, stroke: tone, 'stroke-width': 5 }) +
      circle(x, y, 4, { fill: bright })
    )
  const petals = random.pick([5, 6, 8])
  const radius = random.range(13, 24)
  const flower = Array.from({ length: petals }, (_, index) => {
    const angle = (index / petals) * Math.PI * 2
    return circle(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, radius * 0.52, { fill: bright })
  })
  return (
    circle(x, y, radius * 3.4, { fill: paint('halo') }) +
    flower.join('') +
    circle(x, y, radius * 0.6, { fill: palette.deep }) +
    circle(x, y, radius * 0.28, { fill: tone })
  )
}
