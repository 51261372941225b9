import { along, darker, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, stars } from '../scenery.ts'
import { circle, drawing, fill, glow, gradient, group, paint, rect, type Size } from '../svg.ts'

/** A city by the water after dark: three rows of towers, lit windows, one moon. */
export const skyline: Style = (random, palette, size) => {
  const shore = size.height * random.range(0.74, 0.84)
  const haze = mix(palette.colours[0], palette.ground, 0.35)
  const [moonX, moonY] = [random.range(0.15, 0.85) * size.width, random.range(0.16, 0.34) * size.height]
  const moon = random.range(46, 84)
  const rows = [0, 1, 2].map((row) => towers(random, palette, size, shore, row, haze))
  const mirrored = group({ transform: `matrix(1 0 0 -0.55 0 ${shore * 1.55})`, opacity: 0.5 }, rows.flat())
  const body = [
    fill(size, paint('sky')),
    ...stars(random, size, 90, palette.ink, 0.5),
    circle(moonX, moonY, moon * 3.4, { fill: paint('halo') }),
    circle(moonX, moonY, moon, { fill: mix(palette.ink, palette.colours[2], 0.25) }),
    ...rows.flat(),
    rect(0, shore, size.width, size.height - shore, { fill: darker(mix(haze, palette.deep, 0.7), 0.1) }),
    mirrored,
    ...glints(random, palette, size, shore, moonX),
  ]
  return drawing(size, body, skies(palette, haze))
}

function skies(palette: Palette, haze: string): string[] {
  return [
    gradient('sky', [
      { at: 0, colour: palette.deep },
      { at: 0.55, colour: mix(palette.ground, haze, 0.5) },
      { at: 0.85, colour: mix(haze, palette.colours[2], 0.4) },
    ]),
    glow('halo', [
      { at: 0.1, colour: palette.ink, opacity: 0.35 },
      { at: 1, colour: palette.ink, opacity: 0 },
    ]),
  ]
}

function towers(
  random: Random,
  palette: Palette,
  size: Size,
  shore: number,
  row: number,
  haze: string,
): string[] {
  const shapes: string[] = []
  const dark = along(
    [mix(haze, palette.colours[2], 0.18), mix(haze, palette.deep, 0.5), palette.deep],
    row / 2,
  )
  const centre = random.range(0.25, 0.75)
  let x = -random.range(0, 40)
  while (x < size.width) {
    const width = random.range(34, 74) * (1 + row * 0.22)
    const middle = Math.exp(-(((x / size.width - centre) / 0.32) ** 2))
    const height =
      size.height * (0.1 + random.range(0.06, 0.2) + middle * random.range(0.05, 0.34)) * (1.05 - row * 0.2)
    const tint = random.chance(0.14) ? mix(dark, random.pick(palette.colours), 0.55) : dark
    shapes.push(...tower(random, palette, { x, top: shore - height, width, height: height + 2, tint, row }))
    x += width + (random.chance(0.3) ? random.range(4, 30) : random.range(-6, 3))
  }
  return shapes
}

interface Tower {
  x: number
  top: number
  width: number
  height: number
  tint: string
  row: number
}

function tower(random: Random, palette: Palette, { x, top, width, height, tint, row }: Tower): string[] {
  const parts = [rect(x, top, width, height, { fill: tint })]
  const crown = random.next()
  if (crown < 0.25) parts.push(rect(x + width * 0.2, top - 16, width * 0.6, 18, { fill: tint }))
  if (crown > 0.8) parts.push(rect(x + width / 2 - 1.5, top - random.range(24, 60), 3, 62, { fill: tint }))
  if (row === 0) return parts
  const lights = random.pick([palette.colours[2], palette.ink, palette.colours[1], palette.colours[2]])
  const share = random.range(0.08, 0.5)
  for (let wx = x + 8; wx < x + width - 10; wx += 13)
    for (let wy = top + 12; wy < top + height - 14; wy += 17)
      if (random.chance(share))
        parts.push(rect(wx, wy, 6, 9, { fill: lights, opacity: random.pick([0.95, 0.75, 0.45]) }))
  return parts
}

function glints(random: Random, palette: Palette, size: Size, shore: number, moonX: number): string[] {
  return Array.from({ length: 46 }, () => {
    const y = shore + random.next() ** 1.3 * (size.height - shore)
    const near = random.chance(0.5)
    const x = near ? moonX + random.gauss() * (20 + (y - shore) * 0.35) : random.range(0, size.width)
    const length = random.range(14, 70) * (near ? 0.8 : 1)
    const colour = near ? palette.ink : random.pick(palette.colours)
    return rect(x - length / 2, y, length, 2.4, {
      rx: 1.2,
      fill: colour,
      opacity: random.range(0.15, near ? 0.75 : 0.45),
    })
  })
}
