import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { circle, drawing, fill, glow, type Point, paint, polygon, type Size } from '../svg.ts'

/** A small town on a tray, seen from the south-east: houses, gables, trees, a canal. */
export const isotown: Style = (random, palette, size) => {
  const grid = 9
  const unit = size.width / 16.8
  const at = projection(size, unit)
  const canal = random.int(2, grid - 3)
  const lots: string[] = []
  for (let row = 0; row < grid; row++)
    for (let column = 0; column < grid; column++) {
      const water = row === canal
      const tone = water ? palette.colours[0] : mix(palette.ground, palette.colours[3], 0.45)
      lots.push(tile(at, column, row, tone, palette, water))
      if (water) continue
      const street = column % 3 === 2 && random.chance(0.6)
      if (street) continue
      lots.push(
        random.chance(0.72)
          ? house(random, palette, at, column, row)
          : tree(random, palette, at, column, row, unit),
      )
    }
  const sky = glow('sky', [
    { at: 0, colour: mix(palette.ground, palette.colours[2], 0.4) },
    { at: 1, colour: palette.mood === 'night' ? palette.deep : palette.ground },
  ])
  const back = circle(size.width / 2, size.height * 0.5, size.width * 0.62, { fill: paint('sky') })
  return drawing(
    size,
    [
      fill(size, palette.mood === 'night' ? palette.deep : palette.ground),
      back,
      ...base(at, grid, palette),
      ...lots,
    ],
    [sky],
  )
}

type Project = (x: number, y: number, z: number) => Point

function projection(size: Size, unit: number): Project {
  const [wide, tall] = [unit * 0.86, unit * 0.46]
  return (x, y, z) => [size.width / 2 + (x - y) * wide, size.height * 0.19 + (x + y) * tall - z * unit]
}

function base(at: Project, grid: number, palette: Palette): string[] {
  const side = mix(palette.deep, palette.ink, palette.mood === 'night' ? 0.12 : 0.4)
  return [
    polygon([at(0, grid, 0), at(grid, grid, 0), at(grid, grid, -0.5), at(0, grid, -0.5)], { fill: side }),
    polygon([at(grid, 0, 0), at(grid, grid, 0), at(grid, grid, -0.5), at(grid, 0, -0.5)], {
      fill: darker(side, 0.2),
    }),
  ]
}

function tile(at: Project, x: number, y: number, tone: string, palette: Palette, water: boolean): string {
  const shade = (x + y) % 2 ? tone : darker(tone, 0.05)
  const surface = polygon([at(x, y, 0), at(x + 1, y, 0), at(x + 1, y + 1, 0), at(x, y + 1, 0)], {
    fill: shade,
    stroke: shade,
    'stroke-width': 0.8,
  })
  if (!water || x % 2) return surface
  return (
    surface +
    polygon(
      [
        at(x + 0.2, y + 0.45, 0),
        at(x + 0.8, y + 0.45, 0),
        at(x + 0.8, y + 0.52, 0),
        at(x + 0.2, y + 0.52, 0),
      ],
      { fill: palette.ink, opacity: 0.35 },
    )
  )
}

function house(random: Random, palette: Palette, at: Project, x: number, y: number): string {
  const inset = random.range(0.08, 0.16)
  const [a, b, c, d] = [x + inset, x + 1 - inset, y + inset, y + 1 - inset]
  const tall = random.range(0.5, 1.5)
  const wall = mix(
    random.pick([palette.ink, palette.colours[2], palette.colours[3], palette.colours[1]]),
    palette.ground,
    0.2,
  )
  const [left, right] = [darker(wall, 0.06), darker(wall, 0.3)]
  const roof = random.pick([palette.colours[0], palette.colours[1], palette.colours[4]])
  const front = polygon([at(a, d, 0), at(b, d, 0), at(b, d, tall), at(a, d, tall)], { fill: left })
  const side = polygon([at(b, c, 0), at(b, d, 0), at(b, d, tall), at(b, c, tall)], { fill: right })
  return (
    front +
    side +
    windows(random, palette, at, [a, b, c, d], tall) +
    cover(random, at, [a, b, c, d], tall, roof, left)
  )
}

function cover(
  random: Random,
  at: Project,
  [a, b, c, d]: readonly [number, number, number, number],
  tall: number,
  roof: string,
  gable: string,
): string {
  if (random.chance(0.25)) {
    const flat = polygon([at(a, c, tall), at(b, c, tall), at(b, d, tall), at(a, d, tall)], {
      fill: lighter(roof, 0.12),
    })
    return (
      flat +
      polygon(
        [
          at(a + 0.1, c + 0.1, tall),
          at(b - 0.1, c + 0.1, tall),
          at(b - 0.1, d - 0.1, tall),
          at(a + 0.1, d - 0.1, tall),
        ],
        { fill: darker(roof, 0.1) },
      )
    )
  }
  const peak = tall + random.range(0.3, 0.55)
  const middle = (a + b) / 2
  return (
    polygon([at(a, c, tall), at(a, d, tall), at(middle, d, peak), at(middle, c, peak)], {
      fill: lighter(roof, 0.14),
    }) +
    polygon([at(b, c, tall), at(b, d, tall), at(middle, d, peak), at(middle, c, peak)], {
      fill: darker(roof, 0.14),
    }) +
    polygon([at(a, d, tall), at(b, d, tall), at(middle, d, peak)], { fill: gable })
  )
}

function windows(
  random: Random,
  palette: Palette,
  at: Project,
  [a, b, c, d]: readonly [number, number, number, number],
  tall: number,
): string {
  const lit =
    palette.mood === 'night' ? lighter(palette.colours[2], 0.35) : mix(palette.ink, palette.colours[0], 0.3)
  const parts: string[] = []
  for (let z = 0.18; z < tall - 0.24; z += 0.38)
    for (const share of [0.2, 0.62]) {
      if (random.chance(0.25)) continue
      const [x, y, w] = [a + (b - a) * share, c + (d - c) * share, 0.16]
      parts.push(
        polygon([at(x, d, z), at(x + w, d, z), at(x + w, d, z + 0.22), at(x, d, z + 0.22)], { fill: lit }),
      )
      parts.push(
        polygon([at(b, y, z), at(b, y + w, z), at(b, y + w, z + 0.22), at(b, y, z + 0.22)], {
          fill: darker(lit, 0.16),
        }),
      )
    }
  return parts.join('')
}

function tree(random: Random, palette: Palette, at: Project, x: number, y: number, unit: number): string {
  const [cx, cy] = at(x + 0.5, y + 0.5, 0)
  const leaf = mix(
    palette.colours[3],
    random.pick([palette.colours[2], palette.deep]),
    random.range(0.1, 0.35),
  )
  const radius = unit * random.range(0.24, 0.36)
  const trunk = polygon(
    [
      [cx - 3, cy],
      [cx + 3, cy],
      [cx + 2, cy - radius],
      [cx - 2, cy - radius],
    ],
    { fill: darker(palette.colours[4], 0.3) },
  )
  return (
    trunk +
    circle(cx, cy - radius * 1.4, radius, { fill: darker(leaf, 0.12) }) +
    circle(cx - radius * 0.2, cy - radius * 1.55, radius * 0.74, { fill: lighter(leaf, 0.08) })
  )
}
