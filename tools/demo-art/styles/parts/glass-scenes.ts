import { lighter, lightness, mix } from '../../colour.ts'
import { type Field, noise } from '../../noise.ts'
import type { Palette } from '../../palettes.ts'
import type { Random } from '../../../../db/demo/random.ts'
import { polar } from '../../scenery.ts'
import type { Point, Size } from '../../svg.ts'

interface GlassScene {
  /** Seeds of the panes along the drawing's lines. */
  fixed: Point[]
  tone: (at: Point) => string
  light: Point
}
type Draft = (random: Random, palette: Palette, size: Size, pitch: number) => GlassScene

/** A sun over two rows of hills and still water. */
export const coast: Draft = (random, palette, size, pitch) => {
  const field = noise(random)
  const horizon = size.height * random.range(0.62, 0.72)
  const sun: Point = [size.width * random.range(0.28, 0.72), size.height * random.range(0.28, 0.42)]
  const radius = size.height * random.range(0.14, 0.21)
  const rise = random.range(90, 150)
  const hill: Field = (x, row) =>
    horizon - 40 - rise * (0.55 - row * 0.3) - field(x / 230, row * 5) * rise * 0.5
  const edges = [0, 1].map((row) => (x: number) => hill(x, row))
  const fixed = [
    ...aroundSun(sun, radius, pitch),
    ...along(edges, size, pitch, sun, radius),
    ...along([() => horizon], size, pitch),
  ]
  const { bright, rest } = glazes(random, palette)
  const [near, far, water] = [rest[0] ?? '', rest[1] ?? '', rest[2] ?? '']
  const sky = rayed(random, palette, sun, radius, bright, rest[3] ?? '')
  const tone = ([x, y]: Point) => {
    const beam = Math.abs(x - sun[0]) < 70 + (y - horizon) * 0.3
    if (y > horizon)
      return beam
        ? mix(bright, water, random.range(0.2, 0.5))
        : mix(water, palette.deep, (y - horizon) / size.height)
    if (Math.hypot(x - sun[0], y - sun[1]) < radius) return sky([x, y])
    if (y > hill(x, 1)) return near
    return y > hill(x, 0) ? far : sky([x, y])
  }
  return { fixed, tone, light: sun }
}

/** Fields on both sides of a stream that comes down from the mountains. */
export const valley: Draft = (random, palette, size, pitch) => {
  const field = noise(random)
  const sun: Point = [size.width * random.range(0.2, 0.8), size.height * random.range(0.18, 0.26)]
  const radius = size.height * random.range(0.1, 0.14)
  const top = size.height * random.range(0.42, 0.5)
  const width = random.range(150, 240)
  const peak = (x: number) => top - Math.abs(Math.sin(x / width + 0.6)) * 150 - field(x / 200, 4) * 40
  const meadow = (x: number) => top + 70 + field(x / 300, 9) * 50
  const bank = (y: number) => size.width * 0.5 + Math.sin(y / 110 + width) * (y - top) * 0.5
  const half = (y: number) => 18 + (y - top) * 0.17
  const shores: Point[] = []
  for (let y = top + 80; y < size.height + 30; y += pitch * 0.7)
    for (const side of [-1, 1])
      for (const gap of [-0.3, 0.3]) shores.push([bank(y) + side * half(y) + gap * pitch, y])
  const fixed = [
    ...aroundSun(sun, radius, pitch),
    ...along([peak, meadow], size, pitch, sun, radius),
    ...spaced(shores, pitch * 0.38),
  ]
  const { bright, rest } = glazes(random, palette)
  const sky = rayed(random, palette, sun, radius, bright, rest[3] ?? '')
  const tone = ([x, y]: Point) => {
    if (y > meadow(x)) {
      if (Math.abs(x - bank(y)) < half(y)) return mix(bright, rest[2] ?? '', 0.5)
      return Math.floor(field(x / 150, y / 90) * 4 + 8) % 2
        ? (rest[0] ?? '')
        : mix(rest[0] ?? '', bright, 0.45)
    }
    return y > peak(x) ? mix(rest[1] ?? '', palette.ink, y < peak(x) + pitch * 0.6 ? 0.5 : 0) : sky([x, y])
  }
  return { fixed: spaced(fixed, pitch * 0.36), tone, light: sun }
}

/** One flower as large as the window. */
export const bloom: Draft = (random, palette, size, pitch) => {
  const heart: Point = [size.width * random.range(0.36, 0.64), size.height * random.range(0.42, 0.54)]
  const petals = random.int(7, 12)
  const reach = Math.min(size.width, size.height) * random.range(0.36, 0.44)
  const edge = (angle: number) => reach * (0.74 + 0.26 * Math.abs(Math.cos((angle * petals) / 2)))
  const steps = Math.round((Math.PI * 2 * reach) / (pitch * 0.55))
  const rim = Array.from({ length: steps }, (_, index) => (index / steps) * Math.PI * 2).flatMap(
    (angle): Point[] => [
      polar(heart, edge(angle) - pitch * 0.3, angle),
      polar(heart, edge(angle) + pitch * 0.3, angle),
    ],
  )
  const fixed = spaced([...aroundSun(heart, reach * 0.26, pitch * 0.8), ...rim], pitch * 0.36)
  const { bright, rest } = glazes(random, palette)
  const [petal, other, leaf, air] = [rest[0] ?? '', rest[1] ?? '', rest[2] ?? '', rest[3] ?? '']
  const tone = ([x, y]: Point) => {
    const [far, angle] = [Math.hypot(x - heart[0], y - heart[1]), Math.atan2(y - heart[1], x - heart[0])]
    if (far < reach * 0.26) return lighter(bright, far < reach * 0.12 ? 0.35 : 0.05)
    if (far < edge(angle)) return Math.abs(Math.cos((angle * petals) / 2)) > 0.6 ? petal : other
    const below = y > heart[1] && Math.abs(Math.sin(angle * 3.5)) > 0.55
    return below ? leaf : mix(air, palette.mood === 'night' ? palette.deep : palette.ground, 0.5)
  }
  return { fixed, tone, light: heart }
}

// The glass of sun and centre is the warmest and lightest.
function glazes(random: Random, palette: Palette): { bright: string; rest: string[] } {
  const bright = palette.colours.toSorted((a, b) => shining(b) - shining(a))[random.int(0, 1)] ?? palette.ink
  return { bright, rest: random.shuffle(palette.colours.filter((colour) => colour !== bright)) }
}

function shining(colour: string): number {
  const [red = 0, blue = 0] = [1, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
  return red - blue + lightness(colour) * 0.6
}

function rayed(random: Random, palette: Palette, sun: Point, radius: number, bright: string, ray: string) {
  const rays = random.int(7, 12)
  const air = mix(palette.ground, palette.ink, palette.mood === 'night' ? 0.16 : 0.05)
  return ([x, y]: Point) => {
    const far = Math.hypot(x - sun[0], y - sun[1])
    if (far < radius) return lighter(bright, far < radius * 0.3 ? 0.35 : 0.05)
    if (far < radius * 1.75) return mix(bright, palette.ink, 0.45)
    const beam = Math.floor(((Math.atan2(y - sun[1], x - sun[0]) + Math.PI) / (Math.PI * 2)) * rays * 2)
    return beam % 2 ? mix(ray, air, 0.25) : mix(air, ray, 0.18)
  }
}

// A pair of seeds on both sides of a line makes the border between their panes run along it.
function aroundSun(sun: Point, radius: number, pitch: number): Point[] {
  const ring = (middle: number, gap: number) => {
    const count = Math.round((middle * Math.PI * 2) / pitch)
    const angles = Array.from({ length: count }, (_, index) => (index / count) * Math.PI * 2)
    return angles.flatMap((angle) => [polar(sun, middle - gap, angle), polar(sun, middle + gap, angle)])
  }
  return [sun, ...ring(radius, pitch * 0.34), ...ring(radius + pitch * 1.5, pitch * 0.4)]
}

function along(
  edges: readonly ((x: number) => number)[],
  size: Size,
  pitch: number,
  sun?: Point,
  radius = 0,
): Point[] {
  const points: Point[] = []
  for (let x = -20; x < size.width + 20; x += pitch * 0.72)
    for (const edge of edges) {
      const y = edge(x)
      if (sun && Math.hypot(x - sun[0], y - sun[1]) < radius + pitch * 2.3) continue
      points.push([x, y - pitch * 0.29], [x, y + pitch * 0.29])
    }
  return spaced(points, pitch * 0.4)
}

function spaced(points: readonly Point[], distance: number): Point[] {
  return points.filter(([x, y], index) =>
    points.slice(0, index).every(([a, b]) => Math.hypot(a - x, b - y) > distance),
  )
}
