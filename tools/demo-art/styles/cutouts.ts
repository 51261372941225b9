import { mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, polar, type Style } from '../scenery.ts'
import { circle, curve, drawing, fill, group, type Point, path, rect } from '../svg.ts'

type Cut = (random: Random, colour: string) => string

/** Shapes cut freehand with large scissors and pinned on painted blocks: seaweed, birds, suns, pebbles. */
export const cutouts: Style = (random, palette, size) => {
  const columns = random.int(3, 5)
  const rows = size.width > size.height ? 2 : 3
  const blocks: string[] = []
  const shapes: string[] = []
  const pool = [...palette.colours, palette.ground, palette.ground, palette.ink]
  let last = ''
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const back = random.pick(pool.filter((colour) => colour !== last))
      last = back
      const [wide, tall] = [size.width / columns, size.height / rows]
      const [x, y] = [column * wide, row * tall]
      blocks.push(rect(x - random.range(0, 8), y - random.range(0, 8), wide + 12, tall + 12, { fill: back }))
      const front = random.pick(pool.filter((colour) => colour !== back))
      const scale = Math.min(wide, tall) / 240
      const spot: Point = [x + wide * random.range(0.46, 0.54), y + tall * random.range(0.46, 0.54)]
      shapes.push(
        group(
          { transform: `translate(${spot[0]} ${spot[1]}) rotate(${random.range(-30, 30)}) scale(${scale})` },
          [random.pick(cuts)(random, front)],
        ),
      )
      shapes.push(...crumbs(random, palette, [x, y], wide, tall, back))
    }
  return drawing(size, [fill(size, palette.ground), ...blocks, ...shapes])
}

function crumbs(
  random: Random,
  palette: Palette,
  [x, y]: Point,
  wide: number,
  tall: number,
  back: string,
): string[] {
  if (random.chance(0.6)) return []
  const tone = random.pick([palette.ink, ...palette.colours].filter((colour) => colour !== back))
  return Array.from({ length: random.int(2, 4) }, () => {
    const at: Point = [x + wide * random.pick([0.1, 0.9]), y + tall * random.range(0.1, 0.9)]
    return path(curve(blob(random, at, random.range(8, 17), 0.3, 7), true), { fill: tone })
  })
}

const seaweed: Cut = (random, colour) => {
  const lobes = random.int(4, 6)
  const side = (sign: number) =>
    Array.from({ length: lobes * 2 }, (_, index): Point => {
      const y = 96 - (index / (lobes * 2 - 1)) * 180
      return [
        sign * (index % 2 ? random.range(56, 94) * (1 - index / (lobes * 3.2)) : random.range(9, 16)),
        y - (index % 2 ? 26 : 0),
      ]
    })
  return path(curve([[0, 108], ...side(1), [0, -112], ...side(-1).reverse()], true), { fill: colour })
}

const sunburst: Cut = (random, colour) => {
  const rays = random.int(9, 14)
  const points = Array.from({ length: rays * 2 }, (_, index) =>
    polar([0, 0], index % 2 ? 54 : random.range(86, 108), (index / (rays * 2)) * Math.PI * 2),
  )
  return (
    path(curve(points, true), { fill: colour }) + circle(0, 0, 26, { fill: mix(colour, '#ffffff', 0.75) })
  )
}

const bird: Cut = (_random, colour) =>
  path(
    curve(
      [
        [-112, -10],
        [-58, -26],
        [-40, -98],
        [6, -30],
        [62, -46],
        [112, -84],
        [86, -20],
        [40, 22],
        [54, 84],
        [-4, 36],
        [-52, 26],
      ],
      true,
    ),
    { fill: colour },
  )

const pebbles: Cut = (random, colour) =>
  [
    [-44, 34, 52],
    [48, 44, 40],
    [8, -48, 58],
  ]
    .map(([x = 0, y = 0, radius = 40]) =>
      path(curve(blob(random, [x, y], radius, 0.16, 8), true), { fill: colour }),
    )
    .join('')

const leaf: Cut = (_random, colour) => {
  const fronds = [-3, -2, -1, 0, 1, 2, 3].map((turn) =>
    group({ transform: `rotate(${turn * 27})` }, [
      path('M0 88C-26 10 -20 -60 0 -108C20 -60 26 10 0 88Z', { fill: colour }),
    ]),
  )
  return group({ transform: 'translate(0 10) scale(.95)' }, fronds)
}

const wave: Cut = (_random, colour) =>
  [-62, 0, 62]
    .map((y) =>
      path(
        `M-104 ${y}C-70 ${y - 52} -44 ${y - 52} -24 ${y}S44 ${y + 52} 104 ${y - 12}C88 ${y + 62} 22 ${y + 72} -20 ${y + 30}S-74 ${y - 6} -104 ${y}Z`,
        { fill: colour },
      ),
    )
    .join('')

const cuts: readonly Cut[] = [seaweed, seaweed, sunburst, bird, pebbles, leaf, wave]
