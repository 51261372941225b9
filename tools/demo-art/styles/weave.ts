import { darker, lighter } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { drawing, fill, gradient, group, paint, rect, type Size } from '../svg.ts'

type Over = (column: number, row: number) => boolean

/** Cloth seen close: coloured warp and weft in one of four bindings. */
export const weave: Style = (random, palette, size) => {
  const thread = random.pick([24, 30, 30, 40])
  const columns = Math.ceil(size.width / thread)
  const rows = Math.ceil(size.height / thread)
  const warp = stripes(random, palette, columns)
  const weft = random.chance(0.4) ? warp : stripes(random, palette, rows)
  const over = binding(random, columns, rows)
  const cells: string[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const top = over(column, row)
      const colour = (top ? warp[column % warp.length] : weft[row % weft.length]) ?? palette.ink
      cells.push(...stitch(column * thread, row * thread, thread, colour, top))
    }
  return drawing(size, [fill(size, darker(palette.deep, 0.3)), group({}, cells), vignette(size)], shades())
}

function stitch(x: number, y: number, thread: number, colour: string, upright: boolean): string[] {
  const gap = thread * 0.07
  const [dx, dy] = upright ? [gap, -gap] : [-gap, gap]
  const box = [x + dx, y + dy, thread - dx * 2, thread - dy * 2] as const
  return [
    rect(...box, { fill: colour, rx: thread * 0.16 }),
    rect(...box, { fill: paint(upright ? 'upright' : 'level'), rx: thread * 0.16 }),
  ]
}

function shades(): string[] {
  const stops = [
    { at: 0, colour: '#000000', opacity: 0.34 },
    { at: 0.3, colour: '#ffffff', opacity: 0.1 },
    { at: 0.7, colour: '#000000', opacity: 0 },
    { at: 1, colour: '#000000', opacity: 0.34 },
  ]
  return [gradient('upright', stops), gradient('level', stops, [1, 0])]
}

function stripes(random: Random, palette: Palette, count: number): string[] {
  const colours = random.shuffle([...palette.colours, palette.ink, palette.ground])
  const pattern: string[] = []
  while (pattern.length < count / 2) {
    const colour = random.pick(colours.slice(0, 4))
    const width = random.pick([1, 1, 2, 3, 5, 7])
    for (let thread = 0; thread < width; thread++) pattern.push(thread % 2 ? lighter(colour, 0.05) : colour)
  }
  return [...pattern, ...pattern.toReversed()]
}

function binding(random: Random, columns: number, rows: number): Over {
  const bias = random.pick([2, 3])
  const [middleX, middleY] = [columns / 2, rows / 2]
  return random.pick<Over>([
    (column, row) => (column + row) % 2 === 0,
    (column, row) => (column + row) % 4 < bias,
    (column, row) => (Math.abs(Math.round(column - middleX)) + row) % 4 < bias,
    (column, row) =>
      (Math.abs(Math.round(column - middleX)) + Math.abs(Math.round(row - middleY))) % 6 < bias + 1,
  ])
}

function vignette(size: Size): string {
  return rect(0, 0, size.width, size.height, {
    fill: 'none',
    stroke: '#000000',
    'stroke-width': 24,
    opacity: 0.12,
  })
}
