import { lighter, mix } from '../colour.ts'
import { type Field, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { curve, drawing, fill, gradient, type Point, paint, path, type Size, stroke } from '../svg.ts'

interface Taken {
  free(point: Point, reach: number): boolean
  take(points: readonly Point[], reach: number): void
}

/** Ribbons that follow one current and never touch: broad ones first, finer ones in what is left. */
export const currents: Style = (random, palette, size) => {
  const field = noise(random)
  const turn = random.range(0, Math.PI * 2)
  const scale = random.range(520, 900)
  const bend = random.range(1.2, 2.6)
  const flow: Field = (x, y) => turn + field(x / scale, y / scale) * bend
  const taken = occupancy(size)
  const ribbons = [34, 19, 10, 5].flatMap((width, pass) =>
    Array.from({ length: 90 * (pass + 1) }, () =>
      ribbon(random, flow, taken, size, width * random.range(0.8, 1.15)),
    ),
  )
  const drawn = ribbons
    .filter((points) => points.path.length > 7)
    .map((points) => draw(random, palette, field, points))
  const backdrop = gradient('sky', [
    { at: 0, colour: palette.ground },
    { at: 1, colour: palette.mood === 'night' ? palette.deep : lighter(palette.ground, 0.35) },
  ])
  return drawing(size, [fill(size, paint('sky')), ...drawn], [backdrop])
}

interface Ribbon {
  path: Point[]
  width: number
}

function ribbon(random: Random, flow: Field, taken: Taken, size: Size, width: number): Ribbon {
  const start: Point = [random.range(0, size.width), random.range(0, size.height)]
  const reach = width / 2 + 4
  if (!taken.free(start, reach)) return { path: [], width }
  const length = random.int(14, 60)
  const back = follow(flow, taken, start, -12, reach, length, size).reverse()
  const points = [...back, start, ...follow(flow, taken, start, 12, reach, length, size)]
  if (points.length > 7) taken.take(points, reach)
  return { path: points, width }
}

function follow(
  flow: Field,
  taken: Taken,
  start: Point,
  step: number,
  reach: number,
  length: number,
  size: Size,
) {
  const points: Point[] = []
  let [x, y] = start
  while (points.length < length) {
    const angle = flow(x, y)
    x += Math.cos(angle) * step
    y += Math.sin(angle) * step
    const outside = x < -60 || y < -60 || x > size.width + 60 || y > size.height + 60
    if (outside || !taken.free([x, y], reach)) break
    points.push([x, y])
  }
  return points
}

function draw(random: Random, palette: Palette, field: Field, { path: points, width }: Ribbon): string {
  const [x, y] = points[0] ?? [0, 0]
  const region = field(x / 700 + 40, y / 700)
  const family = Math.floor((region + 1) * 2.5) % palette.colours.length
  const base = random.chance(0.72)
    ? (palette.colours[family] ?? palette.ink)
    : random.pick([...palette.colours, palette.ink])
  return path(
    curve(points.filter((_, index) => index % 3 === 0)),
    stroke(mix(base, palette.ink, random.range(0, 0.14)), width),
  )
}

function occupancy(size: Size): Taken {
  const cell = 12
  const columns = Math.ceil((size.width + 160) / cell)
  const marked = new Set<number>()
  const key = (x: number, y: number) => Math.floor((y + 80) / cell) * columns + Math.floor((x + 80) / cell)
  const around = ([x, y]: Point, reach: number, visit: (place: number) => boolean) => {
    for (let dx = -reach; dx <= reach; dx += cell / 2)
      for (let dy = -reach; dy <= reach; dy += cell / 2)
        if (Math.hypot(dx, dy) <= reach && visit(key(x + dx, y + dy))) return true
    return false
  }
  return {
    free: (point, reach) => !around(point, reach, (place) => marked.has(place)),
    take: (points, reach) => {
      for (const point of points) around(point, reach, (place) => !marked.add(place))
    },
  }
}
