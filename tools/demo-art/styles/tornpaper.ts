import { along, lighter, mix } from '../colour.ts'
import { type Field, layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { blur, circle, drawing, fill, group, line, type Point, paint, path, type Size } from '../svg.ts'

/** Sheets torn by hand and laid over one another, white fibre along every tear, a paper sun between two of them. */
export const tornpaper: Style = (random, palette, size) => {
  const field = layered(noise(random), 2)
  const rough = layered(noise(random), 3)
  const count = random.int(5, 7)
  const tilt = random.pick([-0.12, -0.05, 0.05, 0.12])
  const tones = order(random, palette)
  const start = size.height * random.range(0.26, 0.4)
  const sheets = Array.from({ length: count }, (_, index) => {
    const depth = index / (count - 1)
    const base = start + (size.height * 0.94 - start) * depth
    return sheet(field, rough, size, {
      base,
      tilt,
      row: index * 3.1,
      reach: 150 - depth * 50,
      tone: along(tones, depth),
    })
  })
  const sun: Point = [size.width * random.range(0.2, 0.8), start * random.range(0.75, 1.15)]
  const disc = scrap(
    rough,
    sun,
    size.height * random.range(0.13, 0.2),
    random.pick([palette.colours[0], palette.colours[1], palette.colours[2]]),
  )
  const back = palette.mood === 'night' ? mix(palette.ground, palette.colours[3], 0.3) : palette.ground
  return drawing(size, [fill(size, back), disc, ...sheets], [blur('cast', 7)])
}

function order(random: Random, palette: Palette): string[] {
  const list = random.shuffle(palette.colours)
  return [
    mix(palette.ground, list[0] ?? palette.ink, 0.55),
    ...list.slice(1),
    palette.mood === 'night' ? palette.deep : palette.ink,
  ]
}

interface Sheet {
  base: number
  tilt: number
  row: number
  reach: number
  tone: string
}

function sheet(field: Field, rough: Field, size: Size, { base, tilt, row, reach, tone }: Sheet): string {
  const edge: Point[] = []
  const fibre: Point[] = []
  for (let x = -20; x <= size.width + 20; x += 7) {
    const y = base + (x - size.width / 2) * tilt + field(x / 420, row) * reach
    edge.push([x, y + rough(x / 34, row) * 7])
    fibre.push([x, y - 9 + rough(x / 26, row + 50) * 10 - Math.abs(rough(x / 90, row + 9)) * 12])
  }
  const down = (points: readonly Point[]) =>
    `${line(points)}L${size.width + 20} ${size.height + 30}L-20 ${size.height + 30}Z`
  const shadow = path(down(fibre), {
    fill: '#000000',
    opacity: 0.34,
    filter: paint('cast'),
    transform: 'translate(0 -6)',
  })
  return (
    shadow +
    path(down(fibre), { fill: lighter(mix(tone, '#f4efe4', 0.82), 0.1) }) +
    path(down(edge), { fill: tone })
  )
}

function scrap(rough: Field, at: Point, radius: number, tone: string): string {
  const round = (grow: number, seed: number) =>
    Array.from({ length: 90 }, (_, index): Point => {
      const angle = (index / 90) * Math.PI * 2
      const reach = radius + grow + rough(Math.cos(angle) * 5 + seed, Math.sin(angle) * 5) * (5 + grow * 0.5)
      return [at[0] + Math.cos(angle) * reach, at[1] + Math.sin(angle) * reach]
    })
  return group({}, [
    circle(at[0], at[1] + 5, radius + 8, { fill: '#000000', opacity: 0.3, filter: paint('cast') }),
    path(`${line(round(8, 20))}Z`, { fill: lighter(mix(tone, '#f4efe4', 0.82), 0.1) }),
    path(`${line(round(0, 3))}Z`, { fill: tone }),
  ])
}
