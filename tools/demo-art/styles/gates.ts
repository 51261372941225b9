import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, ridge, type Style } from '../scenery.ts'
import {
  circle,
  drawing,
  ellipse,
  fill,
  glow,
  gradient,
  group,
  paint,
  path,
  polygon,
  rect,
  type Size,
} from '../svg.ts'

/** A row of gates going back into a wood, smaller and paler, with light at the end of it. */
export const gates: Style = (random, palette, size) => {
  const field = noise(random)
  const night = palette.mood === 'night'
  const gate = random.pick([palette.colours[0], palette.colours[1]])
  const light = lighter(mix(palette.colours[2], palette.ground, night ? 0.2 : 0.4), 0.25)
  const far = mix(palette.ground, light, night ? 0.4 : 0.6)
  const at = { x: size.width * random.range(0.4, 0.6), y: size.height * random.range(0.5, 0.58) }
  const halo = glow('halo', [
    { at: 0, colour: light, opacity: 0.95 },
    { at: 1, colour: light, opacity: 0 },
  ])
  const air = gradient('air', [
    { at: 0, colour: night ? palette.deep : palette.ground },
    { at: 1, colour: far },
  ])
  const near = night ? palette.deep : mix(palette.colours[4], palette.ink, 0.4)
  const woods = [0, 1, 2].map((row) => trunks(random, size, row, mix(far, near, 0.22 + row * 0.26)))
  const hill = ground(
    ridge(field, size, { base: size.height * 0.74, height: 60, width: 420, row: 2 }),
    size,
    { fill: mix(far, near, 0.6) },
  )
  const way = polygon(
    [
      [at.x - 14, at.y + 60],
      [at.x + 14, at.y + 60],
      [size.width * 0.82, size.height],
      [size.width * 0.18, size.height],
    ],
    { fill: mix(far, palette.colours[4], 0.35) },
  )
  const count = 6
  const row = Array.from({ length: count }, (_, index) => {
    const depth = (index / (count - 1)) ** 1.7
    return torii(
      at.x + (size.width / 2 - at.x) * depth,
      at.y + 54 + depth * (size.height * 0.98 - at.y - 54),
      0.2 + depth * 1.36,
      mix(mix(gate, far, 0.55 * (1 - depth)), darker(gate, 0.22), depth * 0.35),
    )
  })
  return drawing(
    size,
    [
      fill(size, paint('air')),
      circle(at.x, at.y, size.height * 0.6, { fill: paint('halo') }),
      ...woods,
      hill,
      way,
      ...steps(size, at, palette),
      ...row,
      ...petals(random, palette, size),
    ],
    [halo, air],
  )
}

function torii(x: number, y: number, scale: number, tone: string): string {
  return group({ transform: `translate(${x} ${y}) scale(${scale})` }, [
    ellipse(0, 0, 230, 14, { fill: '#000000', opacity: 0.2 }),
    polygon(
      [
        [-178, 0],
        [-146, 0],
        [-140, -330],
        [-166, -330],
      ],
      { fill: tone },
    ),
    polygon(
      [
        [178, 0],
        [146, 0],
        [140, -330],
        [166, -330],
      ],
      { fill: darker(tone, 0.12) },
    ),
    rect(-212, -286, 424, 26, { fill: darker(tone, 0.06) }),
    rect(-13, -330, 26, 50, { fill: darker(tone, 0.14) }),
    path('M-248 -366Q0 -320 248 -366L240 -330Q0 -296 -240 -330Z', { fill: tone }),
    path('M-256 -380Q0 -334 256 -380L248 -362Q0 -318 -248 -362Z', { fill: darker(tone, 0.42) }),
    rect(-186, -16, 48, 20, { fill: darker(tone, 0.5) }),
    rect(138, -16, 48, 20, { fill: darker(tone, 0.5) }),
  ])
}

function trunks(random: Random, size: Size, row: number, tone: string): string {
  const count = 15 - row * 3
  return Array.from({ length: count }, (_, index) => {
    const place = (index + random.range(0.2, 0.8)) / count
    const aside = Math.abs(place - 0.5) < 0.07 + row * 0.07
    const wide = 12 + row * 17
    return aside
      ? ''
      : rect(
          place * size.width - wide / 2,
          -10,
          wide * random.range(0.7, 1.2),
          size.height * (0.7 + row * 0.08),
          { fill: tone },
        )
  }).join('')
}

function steps(size: Size, at: { x: number; y: number }, palette: Palette): string[] {
  return Array.from({ length: 9 }, (_, index) => {
    const depth = ((index + 1) / 10) ** 1.8
    const half = 14 + depth * size.width * 0.3
    const y = at.y + 60 + depth * (size.height - at.y - 60)
    return rect(at.x + (size.width / 2 - at.x) * depth - half, y, half * 2, 2 + depth * 9, {
      fill: palette.deep,
      opacity: 0.25,
    })
  })
}

function petals(random: Random, palette: Palette, size: Size): string[] {
  const tone = random.pick([palette.ink, lighter(palette.colours[2], 0.3), lighter(palette.colours[1], 0.35)])
  return Array.from({ length: 42 }, () => {
    const [x, y] = [random.range(0, size.width), random.range(0, size.height)]
    return ellipse(x, y, random.range(3, 9), random.range(2, 5), {
      fill: tone,
      opacity: random.range(0.4, 0.9),
      transform: `rotate(${random.range(0, 180)} ${x} ${y})`,
    })
  })
}
