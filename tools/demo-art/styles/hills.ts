import { along, darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { circle, drawing, fill, gradient, type Point, paint, polygon, type Size } from '../svg.ts'

/** Hills folded from paper: every ridge has a lit and a shaded side, and the sun stands behind them. */
export const hills: Style = (random, palette, size) => {
  const layers = random.int(4, 6)
  const horizon = size.height * random.range(0.42, 0.56)
  const sunX = random.range(0.2, 0.8) * size.width
  const radius = random.range(62, 120)
  const far = mix(palette.ground, palette.colours[2], 0.35)
  const tones = random.shuffle(palette.colours).slice(0, 3)
  const shapes = Array.from({ length: layers }, (_, layer) => {
    const depth = layer / (layers - 1)
    const base = horizon + (size.height - horizon) * depth ** 1.15 * 0.86
    const tone = mix(along([far, ...tones, palette.deep], depth), far, (1 - depth) * 0.35)
    return fold(random, size, base, 60 + 90 * (1 - depth * 0.4), tone, sunX)
  })
  const sun = circle(sunX, horizon - random.range(30, 150), radius, { fill: sunColour(random, palette) })
  return drawing(size, [fill(size, paint('sky')), sun, ...shapes.flat()], [sky(palette)])
}

function sky(palette: Palette): string {
  const top = palette.mood === 'night' ? palette.deep : palette.ground
  return gradient('sky', [
    { at: 0, colour: top },
    { at: 0.75, colour: mix(palette.ground, palette.colours[2], 0.45) },
  ])
}

function sunColour(random: Random, palette: Palette): string {
  return random.pick([
    palette.colours[0],
    palette.colours[1],
    palette.colours[2],
    palette.mood === 'night' ? palette.ink : palette.colours[2],
  ])
}

function fold(
  random: Random,
  size: Size,
  base: number,
  height: number,
  tone: string,
  sunX: number,
): string[] {
  const tops: Point[] = []
  const feet: Point[] = []
  let x = -random.range(60, 200)
  let up = random.chance(0.5)
  while (x < size.width + 240) {
    tops.push([x, base - (up ? random.range(0.5, 1) : random.range(-0.1, 0.25)) * height])
    feet.push([x + random.range(-50, 50), base + height * random.range(0.9, 1.5)])
    x += random.range(70, 190)
    up = !up
  }
  const facets = tops.slice(1).map((top, index) => {
    const before = tops[index] ?? top
    const rising = top[1] < before[1]
    const lit = rising === sunX < top[0]
    const shade = lit ? lighter(tone, random.range(0.06, 0.2)) : darker(tone, random.range(0.05, 0.24))
    const foot = feet[index + 1] ?? top
    const corner = feet[index] ?? before
    return polygon([before, top, [foot[0], size.height + 20], [corner[0], size.height + 20]], {
      fill: shade,
      stroke: shade,
      'stroke-width': 0.8,
    })
  })
  return facets
}
