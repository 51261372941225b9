import { lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, type Style } from '../scenery.ts'
import { circle, curve, drawing, ellipse, fill, group, path, rect, type Size, stroke } from '../svg.ts'

/** Nested arches, a sun, pebbles and one long leaf: a quiet poster for a quiet room. */
export const arches: Style = (random, palette, size) => {
  const floor = size.height * random.range(0.8, 0.9)
  const count = size.width > size.height ? random.int(2, 4) : random.int(1, 2)
  const band =
    palette.mood === 'night'
      ? mix(palette.ground, palette.colours[3], 0.3)
      : mix(palette.ground, palette.colours[2], 0.3)
  const places = random.shuffle(Array.from({ length: count }, (_, index) => (index + 0.5) / count))
  const gates = places.map((place, index) =>
    arch(
      random,
      palette,
      size,
      place * size.width,
      floor,
      size.height * random.range(0.5, 0.74) * (1 - index * 0.1),
    ),
  )
  const sun = circle(
    size.width * random.range(0.2, 0.8),
    size.height * random.range(0.16, 0.3),
    size.height * random.range(0.08, 0.15),
    { fill: random.pick([palette.colours[0], palette.colours[1], palette.colours[2]]) },
  )
  const ground = rect(0, floor, size.width, size.height, {
    fill: mix(band, palette.ink, palette.mood === 'night' ? 0.08 : 0.12),
  })
  const wash = path(
    curve(
      blob(random, [size.width * random.range(0.3, 0.7), size.height * 0.46], size.height * 0.5, 0.16),
      true,
    ),
    { fill: band },
  )
  return drawing(size, [
    fill(size, palette.ground),
    wash,
    sun,
    ...gates,
    ground,
    ...plants(random, palette, size, floor),
    ...stones(random, palette, size, floor),
  ])
}

function arch(random: Random, palette: Palette, _size: Size, x: number, floor: number, tall: number): string {
  const wide = tall * random.range(0.28, 0.42)
  const tones = random.shuffle([...palette.colours, palette.ink])
  const steps = random.int(3, 6)
  return Array.from({ length: steps }, (_, index) => {
    const shrink = 1 - index / steps
    const [w, h] = [wide * shrink, tall * (0.32 + 0.68 * shrink)]
    const d = `M${x - w} ${floor}V${floor - h + w}A${w} ${w} 0 0 1 ${x + w} ${floor - h + w}V${floor}Z`
    return path(d, { fill: tones[index % tones.length] ?? palette.ink })
  }).join('')
}

function plants(random: Random, palette: Palette, size: Size, floor: number): string[] {
  return Array.from({ length: random.int(1, 3) }, () => {
    const x = size.width * random.pick([0.06, 0.5, 0.94]) + random.range(-50, 50)
    const tone = random.pick([palette.colours[3], palette.colours[4], palette.ink])
    const tall = size.height * random.range(0.4, 0.66)
    const lean = random.range(-80, 80)
    const leaves = Array.from({ length: 8 }, (_, index) => {
      const t = 0.22 + index * 0.1
      const [lx, ly, side] = [x + lean * t * t, floor - tall * t, index % 2 ? 1 : -1]
      const long = 74 * (1.2 - t * 0.6)
      return ellipse(lx + side * long * 0.8, ly - 16, long, long * 0.3, {
        fill: index % 3 ? tone : lighter(tone, 0.12),
        transform: `rotate(${side * -26} ${lx} ${ly})`,
      })
    })
    return (
      path(`M${x} ${floor}Q${x} ${floor - tall * 0.5} ${x + lean} ${floor - tall}`, stroke(tone, 6)) +
      leaves.join('')
    )
  })
}

function stones(random: Random, palette: Palette, size: Size, floor: number): string[] {
  return Array.from({ length: random.int(3, 6) }, () => {
    const [x, radius] = [random.range(0, size.width), random.range(24, 62)]
    const tone = random.pick([...palette.colours, palette.ink])
    const stone = path(curve(blob(random, [x, floor + 6], radius, 0.1, 8), true), {
      fill: tone,
      transform: `translate(0 ${floor * 0.35}) scale(1 .65)`,
    })
    return group({}, [stone])
  })
}
