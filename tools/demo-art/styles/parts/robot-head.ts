import { darker, lighter, mix } from '../../colour.ts'
import type { Palette } from '../../palettes.ts'
import type { Random } from '../../../../db/demo/random.ts'
import { circle, ellipse, group, paint, path, rect, stroke } from '../../svg.ts'

export interface Tones {
  metal: string
  second: string
  light: string
}

/** A head that suits the body: aerial, ears, eyes and mouth are each drawn from a few kinds. */
export function head(random: Random, palette: Palette, { metal, second, light }: Tones): string[] {
  const [wide, tall] = [random.range(140, 190), random.range(210, 270)]
  const top = -256 - tall
  const skull = random.pick([second, metal])
  const round = random.pick([30, 70, wide])
  const eyeY = top + tall * random.range(0.4, 0.5)
  const tilt = random.range(-9, 9)
  return [
    group({ transform: `rotate(${tilt} 0 -250)` }, [
      ...ears(random, palette, wide, top + tall * 0.5, light),
      ...aerial(random, palette, top, light),
      rect(-wide, top, wide * 2, tall, { rx: round, fill: skull }),
      rect(-wide, top, wide * 2, tall, { rx: round, fill: paint('sheen') }),
      ...eyes(random, palette, eyeY, wide, light),
      ...mouth(random, palette, top + tall * 0.8, light),
    ]),
  ]
}

function ears(random: Random, palette: Palette, wide: number, y: number, light: string): string[] {
  const phones = random.chance(0.5)
  const band = phones
    ? path(
        `M${-wide - 6} ${y}C${-wide} ${y - 260} ${wide} ${y - 260} ${wide + 6} ${y}`,
        stroke(palette.deep, 18),
      )
    : ''
  const cups = [-1, 1].map((side) =>
    rect(side * (wide + 10) - 22, y - 50, 44, 100, {
      rx: 20,
      fill: phones ? light : mix(palette.deep, palette.ink, 0.35),
    }),
  )
  return [band, ...cups]
}

function aerial(random: Random, palette: Palette, top: number, light: string): string[] {
  const kind = random.int(0, 3)
  const dark = mix(palette.deep, palette.ink, 0.3)
  if (kind === 0)
    return [path(`M0 ${top}V${top - 56}`, stroke(dark, 8)), circle(0, top - 64, 16, { fill: light })]
  if (kind === 1)
    return [-1, 1].flatMap((side) => [
      path(`M${side * 40} ${top + 6}L${side * 84} ${top - 66}`, stroke(dark, 7)),
      circle(side * 84, top - 68, 11, { fill: light }),
    ])
  if (kind === 2)
    return [
      path(`M0 ${top}C-6 ${top - 30} 10 ${top - 40} 0 ${top - 66}`, stroke('#4f8a4a', 7)),
      ellipse(22, top - 62, 26, 12, { fill: '#6ea65a' }),
      ellipse(-20, top - 46, 22, 10, { fill: '#4f8a4a' }),
    ]
  return [path(`M-60 ${top + 4}Q0 ${top - 74} 60 ${top + 4}Z`, { fill: light })]
}

function eyes(random: Random, palette: Palette, y: number, wide: number, light: string): string[] {
  const dark = darker(palette.deep, 0.3)
  const kind = random.int(0, 2)
  const shine = lighter(light, 0.45)
  if (kind === 0)
    return [
      rect(-wide * 0.78, y - 40, wide * 1.56, 80, { rx: 40, fill: dark }),
      ...[-1, 1].map((side) => circle(side * wide * 0.36, y, 24, { fill: shine })),
    ]
  if (kind === 1)
    return [-1, 1].flatMap((side) => {
      const x = side * wide * 0.44
      return [
        circle(x, y, 48, { fill: dark }),
        circle(x, y, 34, { fill: shine }),
        circle(x + 5, y - 4, 16, { fill: dark }),
        circle(x - 8, y - 14, 8, { fill: '#ffffff' }),
      ]
    })
  return [-1, 1].map((side) =>
    path(
      `M${side * wide * 0.44 - 32} ${y + 8}Q${side * wide * 0.44} ${y - 40} ${side * wide * 0.44 + 32} ${y + 8}`,
      stroke(dark, 13),
    ),
  )
}

function mouth(random: Random, palette: Palette, y: number, light: string): string[] {
  const dark = darker(palette.deep, 0.3)
  return random.pick([
    () => [path(`M-44 ${y - 8}Q0 ${y + 26} 44 ${y - 8}`, stroke(dark, 9))],
    () => [
      rect(-60, y - 18, 120, 36, { rx: 12, fill: dark }),
      ...[0, 1, 2, 3, 4, 5].map((bar) =>
        rect(-48 + bar * 17, y - 10 + (bar % 3) * 3, 9, 20 - (bar % 3) * 6, { rx: 3, fill: light }),
      ),
    ],
    () => [ellipse(0, y, 22, 24, { fill: dark }), ellipse(0, y + 10, 13, 9, { fill: light })],
  ])()
}
