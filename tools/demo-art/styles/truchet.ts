import { mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { drawing, fill, group, path, type Size, stroke } from '../svg.ts'

/** One tile, two arcs, four turns: bands that wander, cross the whole picture and come back. */
export const truchet: Style = (random, palette, size) => {
  const tile = random.pick([125, 150, 187.5])
  const bands = stripes(random, palette)
  const ways = grid(random, size, tile)
  const plain = random.chance(0.4)
  const layers = plain
    ? bands.map(([colour, width]) =>
        group(
          stroke(colour, width * tile, { 'stroke-linecap': 'butt' }),
          ways.map((way) => path(way.join(''), {})),
        ),
      )
    : ways.map((way) =>
        way
          .map((arc) =>
            bands
              .map(([colour, width]) => path(arc, stroke(colour, width * tile, { 'stroke-linecap': 'butt' })))
              .join(''),
          )
          .join(''),
      )
  return drawing(size, [fill(size, palette.mood === 'night' ? palette.deep : palette.ground), ...layers])
}

function stripes(random: Random, palette: Palette): [string, number][] {
  const [a, b, c] = random.shuffle(palette.colours)
  const edge = palette.mood === 'night' ? palette.deep : palette.ground
  const tones = [a ?? palette.ink, b ?? palette.ink, c ?? palette.ink]
  return random.pick<[string, number][]>([
    [
      [edge, 0.8],
      [tones[0] ?? '', 0.66],
      [tones[1] ?? '', 0.44],
      [tones[2] ?? '', 0.22],
    ],
    [
      [edge, 0.72],
      [tones[0] ?? '', 0.58],
      [edge, 0.36],
      [palette.ink, 0.22],
    ],
    [
      [edge, 0.84],
      [tones[0] ?? '', 0.7],
      [palette.ink, 0.52],
      [tones[1] ?? '', 0.4],
      [mix(tones[1] ?? edge, edge, 0.6), 0.16],
    ],
    [
      [edge, 0.62],
      [palette.ink, 0.5],
      [tones[0] ?? '', 0.36],
    ],
  ])
}

function grid(random: Random, size: Size, tile: number): string[][] {
  const ways: string[][] = []
  const half = tile / 2
  const ordered = random.chance(0.35)
  for (let row = 0; row * tile < size.height; row++)
    for (let column = 0; column * tile < size.width; column++) {
      const [x, y] = [column * tile, row * tile]
      const turned = ordered ? (column * row + column) % 3 === 0 : random.chance(0.5)
      const arc = (fromX: number, fromY: number, toX: number, toY: number) =>
        `M${x + fromX} ${y + fromY}A${half} ${half} 0 0 0 ${x + toX} ${y + toY}`
      const one = turned ? arc(0, half, half, 0) : arc(half, 0, tile, half)
      const other = turned ? arc(tile, half, half, tile) : arc(half, tile, 0, half)
      ways.push([one, other])
    }
  return ways
}
