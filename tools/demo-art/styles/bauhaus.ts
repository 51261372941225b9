import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { circle, drawing, fill, group, path, rect } from '../svg.ts'

type Tile = (unit: number, one: string, two: string, three: string) => string

/** A grid of quarter discs, half discs, bars and rings; some tiles take four places. */
export const bauhaus: Style = (random, palette, size) => {
  const unit = size.height / random.pick([3, 4, 4, 5])
  const columns = Math.ceil(size.width / unit)
  const rows = Math.round(size.height / unit)
  const taken = new Set<string>()
  const drawn: string[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (taken.has(`${column} ${row}`)) continue
      const free = row + 1 < rows && column + 1 < columns && !taken.has(`${column + 1} ${row}`)
      const span = free && random.chance(0.16) ? 2 : 1
      for (let dx = 0; dx < span; dx++)
        for (let dy = 0; dy < span; dy++) taken.add(`${column + dx} ${row + dy}`)
      drawn.push(place(random, palette, column * unit, row * unit, unit * span))
    }
  return drawing(size, [
    fill(size, palette.ground),
    group({ transform: `translate(${(size.width - columns * unit) / 2} 0)` }, drawn),
  ])
}

function place(random: Random, palette: Palette, x: number, y: number, unit: number): string {
  const pool = [...palette.colours, palette.ink, palette.ground, palette.ground, palette.deep]
  const back = random.pick(pool)
  const [one, two] = random.shuffle(pool.filter((colour) => colour !== back))
  const turn = random.int(0, 3) * 90
  const tile = random.pick(tiles)(unit, back, one ?? palette.ink, two ?? palette.ground)
  return group({ transform: `translate(${x} ${y}) rotate(${turn} ${unit / 2} ${unit / 2})` }, [
    rect(-0.5, -0.5, unit + 1, unit + 1, { fill: back }),
    tile,
  ])
}

function quarter(unit: number, radius: number, colour: string): string {
  return path(`M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z`, {
    fill: colour,
    transform: `scale(${unit})`,
  })
}

const tiles: Tile[] = [
  (unit, _back, one) => quarter(unit, 1, one),
  (unit, back, one, two) => quarter(unit, 1, one) + quarter(unit, 0.66, two) + quarter(unit, 0.33, back),
  (unit, _back, one) => path(`M0 0H${unit}A${unit / 2} ${unit / 2} 0 0 1 0 0Z`, { fill: one }),
  (unit, _back, one, two) =>
    path(`M0 0H${unit}A${unit / 2} ${unit / 2} 0 0 1 0 0Z`, { fill: one }) +
    path(`M0 ${unit}A${unit / 2} ${unit / 2} 0 0 1 ${unit} ${unit}Z`, { fill: two }),
  (unit, back, one) =>
    circle(unit / 2, unit / 2, unit * 0.4, { fill: one }) +
    circle(unit / 2, unit / 2, unit * 0.16, { fill: back }),
  (unit, _back, one) =>
    [0, 1, 2, 3].map((bar) => rect(0, (bar * unit) / 4, unit, unit / 8, { fill: one })).join(''),
  (unit, _back, one) => path(`M0 0H${unit}L0 ${unit}Z`, { fill: one }),
  (unit, _back, one, two) =>
    path(`M0 0L${unit / 2} ${unit / 2}L0 ${unit}Z`, { fill: one }) +
    path(`M${unit} 0L${unit / 2} ${unit / 2}L${unit} ${unit}Z`, { fill: two }),
  (unit, _back, one) =>
    [0, 1, 2]
      .flatMap((row) =>
        [0, 1, 2].map((column) =>
          circle((unit * (column + 0.5)) / 3, (unit * (row + 0.5)) / 3, unit * 0.085, { fill: one }),
        ),
      )
      .join(''),
  (unit, _back, one, two) =>
    rect(0, 0, unit / 2, unit, { fill: one }) + circle(unit / 2, unit / 2, unit / 4, { fill: two }),
  () => '',
]
