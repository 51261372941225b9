import { darker, lighter } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { drawing, fill, group, line, type Point, path, polygon, type Size, stroke } from '../svg.ts'
import { blocks } from './parts/quilt-blocks.ts'

/** A patchwork quilt: stars, flying geese and pinwheels in one sewn grid. */
export const quilt: Style = (random, palette, size) => {
  const unit = size.height / random.pick([3, 4, 4])
  const columns = Math.ceil(size.width / unit)
  const rows = Math.ceil(size.height / unit)
  const two = random.shuffle(blocks).slice(0, 2)
  const schemes = Array.from({ length: 4 }, () =>
    random.shuffle([...palette.colours, palette.ink, palette.ground]).slice(0, 3),
  )
  const shift = (size.width - columns * unit) / 2
  const patches: string[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const block = two[(row + column) % 2] ?? random.pick(blocks)
      const [a, b, c] = schemes[(Math.abs(column - Math.floor(columns / 2)) + row * 2) % 4] ?? []
      const place = `translate(${column * unit + shift} ${row * unit}) scale(${unit})`
      patches.push(group({ transform: place }, sewn(random, block(a ?? '', b ?? '', c ?? ''))))
    }
  return drawing(size, [fill(size, palette.ground), ...patches, seams(palette, size, unit, shift)])
}

function sewn(random: Random, pieces: [Point[], string][]): string[] {
  return pieces.map(([points, tone]) => {
    const cloth = random.chance(0.5)
      ? lighter(tone, random.range(0, 0.07))
      : darker(tone, random.range(0, 0.07))
    return polygon(points, { fill: cloth, stroke: cloth, 'stroke-width': 0.004 })
  })
}

function seams(palette: Palette, size: Size, unit: number, shift: number): string {
  const lines: string[] = []
  for (let x = shift; x <= size.width; x += unit)
    lines.push(
      line([
        [x, 0],
        [x, size.height],
      ]),
    )
  for (let y = unit; y < size.height; y += unit)
    lines.push(
      line([
        [0, y],
        [size.width, y],
      ]),
    )
  return path(
    lines.join(''),
    stroke(palette.mood === 'night' ? palette.deep : palette.ink, 2, {
      opacity: 0.35,
      'stroke-dasharray': '7 7',
    }),
  )
}
