import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, stars } from '../scenery.ts'
import { circle, drawing, ellipse, fill, gradient, group, paint, path, type Size, stroke } from '../svg.ts'

/** Dunes with one sharp crest each: light on one side, shade on the other, somebody crossing. */
export const desert: Style = (random, palette, size) => {
  const night = palette.mood === 'night'
  const sand = random.pick([palette.colours[1], palette.colours[2], palette.colours[0]])
  const horizon = size.height * random.range(0.46, 0.56)
  const sky = gradient('sky', [
    { at: 0, colour: night ? palette.deep : palette.ground },
    { at: 0.62, colour: mix(palette.ground, sand, 0.45) },
  ])
  const lit = random.pick([-1, 1])
  const count = random.int(7, 10)
  const dunes = Array.from({ length: count }, (_, index) => {
    const near = index / (count - 1)
    const foot = horizon + (size.height - horizon) * (0.12 + near * 1.1)
    const x = size.width * (((index * 0.618) % 1) * 1.1 - 0.05)
    const tone = mix(
      mix(sand, palette.ground, 0.45),
      mix(sand, night ? palette.deep : palette.colours[4], 0.25),
      near,
    )
    return dune(random, palette, {
      x,
      foot,
      wide: size.width * (0.3 + near * 0.42),
      tall: size.height * (0.13 + near * 0.2),
      lit,
      tone,
    })
  })
  const plain = path(`M0 ${horizon + 20}H${size.width}V${size.height}H0Z`, {
    fill: mix(sand, palette.ground, 0.4),
  })
  const sun = circle(
    size.width * random.range(0.2, 0.8),
    horizon - random.range(90, 210),
    random.range(48, 92),
    { fill: night ? palette.ink : random.pick([palette.colours[0], palette.colours[2]]) },
  )
  const body = [
    fill(size, paint('sky')),
    ...(night ? stars(random, size, 110, palette.ink, 0.55) : []),
    sun,
    plain,
    ...dunes.slice(0, -2),
  ]
  return drawing(size, [...body, ...caravan(random, palette, size, horizon), ...dunes.slice(-2)], [sky])
}

interface Dune {
  x: number
  foot: number
  wide: number
  tall: number
  lit: number
  tone: string
}

function dune(random: Random, palette: Palette, { x, foot, wide, tall, lit, tone }: Dune): string {
  const lean = wide * random.range(0.05, 0.2) * lit
  const [peak, top] = [x + lean, foot - tall]
  const [left, right] = [x - wide, x + wide]
  const hump = `M${left} ${foot}C${left + wide * 0.5} ${foot} ${peak - wide * 0.35} ${top} ${peak} ${top}C${peak + wide * 0.35} ${top} ${right - wide * 0.5} ${foot} ${right} ${foot}V${foot + 500}H${left}Z`
  const edge = lit > 0 ? left : right
  const sway = wide * random.range(0.12, 0.3) * lit
  const slope = `M${peak} ${top}C${peak - lit * wide * 0.35} ${top} ${edge + lit * wide * 0.5} ${foot} ${edge} ${foot}V${foot + 500}`
  const crest = `H${peak - sway}C${peak - sway} ${foot + tall * 0.4} ${peak + sway * 1.6} ${foot - tall * 0.3} ${peak} ${top}Z`
  const shade = darker(mix(tone, palette.colours[4], 0.25), 0.2)
  const lines = [1, 2, 3].map((row) =>
    path(
      `M${peak - sway * 0.2} ${top + tall * (0.2 + row * 0.24)}q${lit * wide * 0.3} ${tall * 0.05} ${lit * wide * (0.34 + row * 0.06)} ${tall * 0.2}`,
      stroke(lighter(tone, 0.3), 2, { opacity: 0.4 }),
    ),
  )
  return path(hump, { fill: lighter(tone, 0.08) }) + path(slope + crest, { fill: shade }) + lines.join('')
}

function caravan(random: Random, palette: Palette, size: Size, horizon: number): string[] {
  if (random.chance(0.35)) return []
  const dark = palette.mood === 'night' ? palette.deep : palette.ink
  const [x, y] = [size.width * random.range(0.2, 0.55), horizon + (size.height - horizon) * 0.62]
  return Array.from({ length: random.int(3, 5) }, (_, index) => {
    const legs = path('M-16 0V22M-8 2V22M12 2V22M18 0V22', stroke(dark, 3.4))
    const body = ellipse(0, -4, 23, 11, { fill: dark }) + ellipse(-2, -15, 9, 9, { fill: dark })
    const neck = path('M20 -6Q32 -4 33 -26L43 -25', stroke(dark, 5.4))
    return group(
      { transform: `translate(${x + index * 74} ${y + Math.sin(index) * 5 - index * 3}) scale(.95)` },
      [legs, body, neck],
    )
  })
}
