import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, ridge, type Style } from '../scenery.ts'
import {
  circle,
  drawing,
  fill,
  glow,
  gradient,
  type Point,
  paint,
  path,
  polygon,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** Trunks in mist, row behind row; sometimes birches, sometimes firs, sometimes the first snow. */
export const forest: Style = (random, palette, size) => {
  const field = noise(random)
  const rows = 5
  const light = mix(palette.ground, palette.colours[2], palette.mood === 'night' ? 0.62 : 0.3)
  const near = palette.mood === 'night' ? palette.deep : mix(palette.ink, palette.colours[4], 0.3)
  const firs = random.chance(0.5)
  const layers = Array.from({ length: rows }, (_, row) => {
    const depth = row / (rows - 1)
    const tone = mix(mix(light, palette.colours[row % 2 ? 0 : 3], 0.35), near, depth ** 0.8)
    const base = size.height * (0.62 + depth * 0.34)
    const soil = ground(ridge(field, size, { base: base + 30, height: 60, width: 320, row: row * 3 }), size, {
      fill: tone,
    })
    const count = Math.round((firs ? 25 - row * 4.6 : 26 - row * 4) * (size.width / 1200))
    const trees = Array.from({ length: count }, (_, index) => {
      const x = ((index + random.range(0.1, 0.9)) / count) * size.width
      return firs
        ? fir(random, x, base + 20, 110 + depth * 250 * random.range(0.6, 1.2), tone)
        : trunk(random, palette, x, base + 30, 7 + depth * 30, tone, row === rows - 1)
    })
    const veil = rect(0, base - 200, size.width, 320, { fill: paint('mist'), opacity: 0.7 * (1 - depth) })
    return [...trees, soil, veil].join('')
  })
  const sun = circle(
    size.width * random.range(0.25, 0.75),
    size.height * random.range(0.24, 0.44),
    random.range(60, 110),
    { fill: lighter(palette.colours[2], 0.35) },
  )
  const halo = circle(size.width * 0.5, size.height * 0.4, size.width * 0.5, { fill: paint('halo') })
  return drawing(
    size,
    [fill(size, light), halo, sun, ...layers, ...flakes(random, palette, size)],
    defs(palette, light),
  )
}

function defs(palette: Palette, light: string): string[] {
  return [
    gradient('mist', [
      { at: 0, colour: light, opacity: 0 },
      { at: 0.7, colour: light, opacity: 1 },
      { at: 1, colour: light, opacity: 0 },
    ]),
    glow('halo', [
      { at: 0, colour: lighter(palette.colours[2], 0.5), opacity: 0.7 },
      { at: 1, colour: light, opacity: 0 },
    ]),
  ]
}

function fir(random: Random, x: number, foot: number, tall: number, tone: string): string {
  const tiers = 6
  const points: Point[] = []
  const other: Point[] = []
  for (let tier = 0; tier < tiers; tier++) {
    const [top, low] = [foot - tall * (1 - tier / tiers), foot - tall * (1 - (tier + 1.25) / tiers)]
    const wide = tall * 0.045 * (tier + 1) * random.range(0.86, 1.1)
    points.push([x + wide * 0.35, top], [x + wide, Math.min(low, foot)])
    other.push([x - wide * 0.35, top], [x - wide, Math.min(low, foot)])
  }
  return (
    polygon([[x, foot - tall * 1.04], ...points, ...other.reverse()], { fill: tone }) +
    rect(x - tall * 0.016, foot - 10, tall * 0.032, 40, { fill: tone })
  )
}

function trunk(
  random: Random,
  palette: Palette,
  x: number,
  foot: number,
  wide: number,
  tone: string,
  close: boolean,
): string {
  const lean = random.range(-14, 14)
  const stem = polygon(
    [
      [x - wide / 2, foot],
      [x + wide / 2, foot],
      [x + wide * 0.36 + lean, -10],
      [x - wide * 0.36 + lean, -10],
    ],
    { fill: tone },
  )
  const boughs = Array.from({ length: random.int(1, 3) }, () => {
    const [y, side] = [random.range(0.05, 0.5) * foot, random.pick([-1, 1])]
    return path(
      `M${x + lean * 0.6} ${y + 50}Q${x + side * 40} ${y + 10} ${x + side * random.range(70, 130)} ${y - 50}`,
      stroke(tone, wide * 0.22),
    )
  })
  if (!close) return stem + boughs.join('')
  const bark = Array.from({ length: 9 }, () => {
    const y = random.range(0.04, 0.92) * foot
    return path(
      `M${x - wide * 0.32} ${y}q${wide * 0.3} ${random.range(-5, 7)} ${wide * random.range(0.3, 0.6)} 1`,
      stroke(mix(tone, palette.mood === 'night' ? palette.ink : palette.ground, 0.24), 4),
    )
  })
  return stem + boughs.join('') + bark.join('')
}

function flakes(random: Random, palette: Palette, size: Size): string[] {
  const kind = random.next()
  if (kind < 0.45) return []
  const tone = kind < 0.75 ? lighter(palette.ground, 0.7) : darker(lighter(palette.colours[2], 0.3), 0)
  return Array.from({ length: kind < 0.75 ? 110 : 34 }, () =>
    circle(random.range(0, size.width), random.range(0, size.height), 1.6 + random.next() ** 2 * 5, {
      fill: tone,
      opacity: random.range(0.4, 0.95),
    }),
  )
}
