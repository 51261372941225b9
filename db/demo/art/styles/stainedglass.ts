import { darker, lighter, mix } from '../colour.ts'
import { type Field, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { polar, type Style, scatter } from '../scenery.ts'
import { circle, drawing, fill, glow, type Point, paint, polygon, type Size } from '../svg.ts'
import { cells } from '../voronoi.ts'

interface Scene {
  sun: Point
  radius: number
  horizon: number
  hill: Field
}

/** A window of leaded glass: one sun, its rays, hills and water. Panes meet exactly along the drawing's lines. */
export const stainedglass: Style = (random, palette, size) => {
  const scene = layout(random, size)
  const pitch = random.range(66, 88)
  const fixed = [...aroundSun(scene, pitch), ...alongLines(scene, size, pitch)]
  const loose = scatter(random, size, pitch, 30).filter(([x, y]) =>
    fixed.every(([a, b]) => Math.hypot(a - x, b - y) > pitch * 0.72),
  )
  const seeds = [...fixed, ...loose]
  const lead = darker(palette.mood === 'night' ? palette.deep : palette.ink, 0.45)
  const colour = glazing(random, palette, scene, size)
  const panes = cells(seeds, size).map((shape, index) => {
    const tone = colour(seeds[index] ?? [0, 0])
    const varied = random.chance(0.55)
      ? lighter(tone, random.range(0, 0.18))
      : darker(tone, random.range(0, 0.16))
    return polygon(shape, { fill: varied, stroke: lead, 'stroke-width': 5.5, 'stroke-linejoin': 'round' })
  })
  const light = glow('light', [
    { at: 0, colour: '#ffffff', opacity: 0.4 },
    { at: 1, colour: '#ffffff', opacity: 0 },
  ])
  return drawing(
    size,
    [fill(size, lead), ...panes, circle(...scene.sun, size.height * 0.6, { fill: paint('light') })],
    [light],
  )
}

function layout(random: Random, size: Size): Scene {
  const field = noise(random)
  const horizon = size.height * random.range(0.62, 0.72)
  const sun: Point = [size.width * random.range(0.28, 0.72), size.height * random.range(0.3, 0.42)]
  const rise = random.range(90, 150)
  const hill: Field = (x, row) =>
    horizon - 40 - rise * (0.55 - row * 0.3) - field(x / 230, row * 5) * rise * 0.5
  return { sun, radius: size.height * random.range(0.15, 0.21), horizon, hill }
}

// A pair of seeds on both sides of a line makes the border between their panes run along it.
function aroundSun({ sun, radius }: Scene, pitch: number): Point[] {
  const ring = (middle: number, gap: number) => {
    const count = Math.round((middle * Math.PI * 2) / pitch)
    const angles = Array.from({ length: count }, (_, index) => (index / count) * Math.PI * 2)
    return angles.flatMap((angle) => [polar(sun, middle - gap, angle), polar(sun, middle + gap, angle)])
  }
  return [sun, ...ring(radius, pitch * 0.34), ...ring(radius + pitch * 1.5, pitch * 0.4)]
}

function alongLines({ sun, radius, horizon, hill }: Scene, size: Size, pitch: number): Point[] {
  const points: Point[] = []
  for (let x = -20; x < size.width + 20; x += pitch * 0.72) {
    for (const row of [0, 1]) {
      const y = hill(x, row)
      if (Math.hypot(x - sun[0], y - sun[1]) > radius + pitch * 2.3)
        points.push([x, y - pitch * 0.3], [x, y + pitch * 0.3])
    }
    points.push([x, horizon - pitch * 0.28], [x, horizon + pitch * 0.28])
  }
  return points.filter(([x, y], index) =>
    points.slice(0, index).every(([a, b]) => Math.hypot(a - x, b - y) > pitch * 0.4),
  )
}

function glazing(
  random: Random,
  palette: Palette,
  { sun, radius, horizon, hill }: Scene,
  size: Size,
): (at: Point) => string {
  const [a, b, c, d, e] = random.shuffle(palette.colours)
  const tones = { sun: a ?? '', ray: b ?? '', hill: c ?? '', water: d ?? '', near: e ?? '' }
  const rays = random.int(7, 12)
  const sky = mix(palette.ground, palette.ink, palette.mood === 'night' ? 0.16 : 0.05)
  return ([x, y]) => {
    const far = Math.hypot(x - sun[0], y - sun[1])
    if (far < radius) return lighter(tones.sun, far < radius * 0.3 ? 0.4 : 0.08)
    if (y > horizon) {
      const path = Math.abs(x - sun[0]) < 70 + (y - horizon) * 0.3
      return path
        ? mix(tones.sun, tones.water, random.range(0.2, 0.5))
        : mix(tones.water, palette.deep, ((y - horizon) / (size.height - horizon)) * 0.6)
    }
    if (y > hill(x, 1)) return tones.near
    if (y > hill(x, 0)) return tones.hill
    if (far < radius * 1.75) return mix(tones.sun, palette.ink, 0.5)
    const beam = Math.floor(((Math.atan2(y - sun[1], x - sun[0]) + Math.PI) / (Math.PI * 2)) * rays * 2)
    return beam % 2 ? mix(tones.ray, sky, 0.25) : mix(sky, tones.ray, 0.18)
  }
}
