import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { circle, drawing, fill, gradient, type Point, paint, path, polygon } from '../svg.ts'

type Project = (x: number, y: number, z: number) => Point

/** Impossible-looking courts of steps and towers, all of them drawn from the same corner. */
export const stairs: Style = (random, palette, size) => {
  const unit = size.width / random.pick([19, 22, 25])
  const [wide, tall] = [unit * 0.866, unit * 0.5]
  const at: Project = (x, y, z) => [
    size.width / 2 + (x - y) * wide,
    size.height * 0.42 + (x + y) * tall - z * unit,
  ]
  const heights = court(random)
  const [left, right] = random.shuffle(palette.colours)
  const top = palette.mood === 'night' ? mix(palette.ink, left ?? '', 0.25) : lighter(palette.ground, 0.3)
  const tones = { top, left: left ?? '', right: right ?? '' }
  const parts: string[] = []
  const grid = 15
  for (let sum = -grid; sum <= grid; sum++)
    for (let x = -grid; x <= grid; x++) {
      const y = sum - x
      if (Math.abs(y) > grid / 1) continue
      parts.push(block(random, palette, at, x, y, heights(x, y), tones))
    }
  const sky = gradient('sky', [
    { at: 0, colour: mix(palette.ground, palette.colours[2], 0.3) },
    { at: 1, colour: palette.deep },
  ])
  return drawing(size, [fill(size, paint('sky')), ...parts], [sky])
}

function court(random: Random): (x: number, y: number) => number {
  const field = noise(random)
  const steep = random.range(2.4, 4.6)
  const kind = random.int(0, 2)
  return (x, y) => {
    const rough = Math.round((field(x / 7.5, y / 7.5) + 0.3) * steep)
    if (kind === 0) return rough + Math.round(-(x + y) * 0.22)
    if (kind === 1)
      return Math.round(Math.max(Math.abs(x), Math.abs(y)) * 0.55) + Math.round(field(x / 3, y / 3) * 1.4) - 3
    return rough + (x % 4 === 0 && y % 4 === 0 ? 2 : 0)
  }
}

interface Tones {
  top: string
  left: string
  right: string
}

function block(
  random: Random,
  palette: Palette,
  at: Project,
  x: number,
  y: number,
  z: number,
  tones: Tones,
): string {
  const base = z - 7
  const lift = 1 - Math.min(1, Math.max(0, (z + 3) / 9))
  const shade = (tone: string, share: number) => darker(tone, share + lift * 0.14)
  const faces = [
    polygon([at(x, y, z), at(x + 1, y, z), at(x + 1, y + 1, z), at(x, y + 1, z)], edge(shade(tones.top, 0))),
    polygon(
      [at(x, y + 1, z), at(x + 1, y + 1, z), at(x + 1, y + 1, base), at(x, y + 1, base)],
      edge(shade(tones.left, 0.04)),
    ),
    polygon(
      [at(x + 1, y, z), at(x + 1, y + 1, z), at(x + 1, y + 1, base), at(x + 1, y, base)],
      edge(shade(tones.right, 0.16)),
    ),
  ]
  if (random.chance(0.05)) faces.push(door(at, x, y, z, palette))
  else if (random.chance(0.035)) faces.push(tree(at, x, y, z, palette))
  return faces.join('')
}

function edge(tone: string) {
  return { fill: tone, stroke: tone, 'stroke-width': 0.7 }
}

function door(at: Project, x: number, y: number, z: number, palette: Palette): string {
  const [a, b, c, d] = [
    at(x + 0.3, y + 1, z - 1),
    at(x + 0.7, y + 1, z - 1),
    at(x + 0.7, y + 1, z - 0.5),
    at(x + 0.3, y + 1, z - 0.5),
  ]
  const arch = `M${a[0]} ${a[1]}L${b[0]} ${b[1]}L${c[0]} ${c[1]}Q${(c[0] + d[0]) / 2} ${Math.min(c[1], d[1]) - 10} ${d[0]} ${d[1]}Z`
  return path(arch, { fill: palette.mood === 'night' ? palette.colours[2] : palette.ink })
}

function tree(at: Project, x: number, y: number, z: number, palette: Palette): string {
  const [cx, cy] = at(x + 0.5, y + 0.5, z)
  const leaf = palette.colours[3]
  return (
    polygon(
      [
        [cx - 2, cy],
        [cx + 2, cy],
        [cx + 2, cy - 14],
        [cx - 2, cy - 14],
      ],
      { fill: palette.deep },
    ) +
    circle(cx, cy - 24, 15, { fill: leaf }) +
    circle(cx - 4, cy - 28, 9, { fill: lighter(leaf, 0.2) })
  )
}
