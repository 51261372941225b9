import { lighter, mix } from '../../colour.ts'
import type { Palette } from '../../palettes.ts'
import type { Random } from '../../../../db/demo/random.ts'
import { circle, type Point, paint, path, polygon, rect, type Size, stroke } from '../../svg.ts'

export function rock(random: Random, palette: Palette, [x, y]: Point, size: Size): string {
  const stone = mix(palette.deep, palette.ink, palette.mood === 'night' ? 0.1 : 0.6)
  const top: Point[] = [-190, -120, -60, 0, 60, 130, 210].map((dx) => [
    x + dx,
    y + 6 + (dx / 60) ** 2 * 9 + random.range(-12, 12),
  ])
  const last: Point[] = [
    [x + 270, size.height],
    [x - 250, size.height],
  ]
  const facet = polygon(
    [
      [x - 60, y],
      [x + 10, y + 60],
      [x - 40, y + 160],
      [x - 150, y + 120],
    ],
    { fill: lighter(stone, 0.12) },
  )
  return polygon([...top, ...last], { fill: stone }) + facet
}

export function tower(
  palette: Palette,
  [x, y]: Point,
  tall: number,
  glowTone: string,
  night: boolean,
): string[] {
  const wall = night ? mix(palette.ink, palette.deep, 0.12) : lighter(palette.ground, 0.5)
  const trim = palette.colours[1]
  const wide = (share: number) => tall * (0.15 - share * 0.055)
  const band = (from: number, to: number, colour: string) =>
    polygon(
      [
        [x - wide(from), y - tall * from],
        [x + wide(from), y - tall * from],
        [x + wide(to), y - tall * to],
        [x - wide(to), y - tall * to],
      ],
      { fill: colour },
    )
  const shade = polygon(
    [
      [x + wide(0) * 0.35, y],
      [x + wide(0), y],
      [x + wide(0.9), y - tall * 0.9],
      [x + wide(0.9) * 0.3, y - tall * 0.9],
    ],
    { fill: palette.deep, opacity: 0.3 },
  )
  const room = wide(0.9) * 0.72
  const windows = [0.24, 0.52].map((share) =>
    rect(x - 7, y - tall * share - 12, 14, 24, { rx: 7, fill: night ? glowTone : palette.ink }),
  )
  return [
    circle(x, y - tall, tall * 0.8, { fill: paint('halo'), opacity: night ? 1 : 0.15 }),
    ...[band(0, 0.9, wall), band(0.12, 0.3, trim), band(0.48, 0.66, trim), shade],
    ...windows,
    rect(x - wide(0.9) * 1.35, y - tall * 0.92, wide(0.9) * 2.7, tall * 0.03, { fill: palette.deep }),
    rect(x - room, y - tall * 1.04, room * 2, tall * 0.12, { fill: glowTone }),
    path(
      `M${x - room / 3} ${y - tall * 1.04}V${y - tall * 0.92}M${x + room / 3} ${y - tall * 1.04}V${y - tall * 0.92}`,
      stroke(palette.deep, 3),
    ),
    path(
      `M${x - room * 1.3} ${y - tall * 1.03}Q${x} ${y - tall * 1.22} ${x + room * 1.3} ${y - tall * 1.03}Z`,
      { fill: trim },
    ),
    path(`M${x} ${y - tall * 1.1}V${y - tall * 1.2}`, stroke(palette.deep, 4)),
  ]
}
