import { darker, lighter, mix } from '../../colour.ts'
import type { Palette } from '../../palettes.ts'
import type { Random } from '../../../../db/demo/random.ts'
import {
  circle,
  curve,
  ellipse,
  group,
  type Point,
  path,
  polygon,
  rect,
  type Size,
  stroke,
} from '../../svg.ts'

type Support = (palette: Palette, at: Point, size: Size, wind: number) => string

/** A lantern hanging from its ring at the given place: of iron and glass, of paper, or a jar with a candle. */
export function lampOf(random: Random, palette: Palette, [x, y]: Point, wind: number): string {
  const scale = random.range(1.15, 1.7)
  const shape = random.pick([iron, iron, paper, jar])(palette)
  const hook = path('M0 -60V-84', stroke(palette.deep, 4)) + circle(0, -88, 7, stroke(palette.deep, 4))
  const swing = `translate(${x} ${y - 88}) rotate(${wind * random.range(4, 13)}) scale(${scale}) translate(0 88)`
  return group({ transform: swing }, [shape, hook])
}

function iron(palette: Palette): string {
  const glass = path('M-34 -40Q-52 4 -30 46H30Q52 4 34 -40Z', { fill: lighter(palette.colours[2], 0.25) })
  const flame = path('M0 -22C20 4 16 28 0 30C-16 28 -18 8 0 -22Z', { fill: '#fff8e2' })
  const bars = path('M-34 -40L-30 46M34 -40L30 46M0 -40V46', stroke(palette.deep, 4))
  const caps = path('M-40 -40L-22 -60H22L40 -40ZM-34 46H34L28 58H-28Z', { fill: palette.deep })
  return glass + flame + bars + caps
}

function paper(palette: Palette): string {
  const body = path('M-18 -48C-62 -34 -62 34 -18 50H18C62 34 62 -34 18 -48Z', {
    fill: mix(palette.colours[1], palette.colours[2], 0.4),
  })
  const heart = ellipse(0, 6, 25, 36, { fill: '#fff3cf', opacity: 0.85 })
  const ribs = path(
    'M-40 -26H40M-49 -2H49M-42 24H42',
    stroke(darker(palette.colours[1], 0.35), 2, { opacity: 0.5 }),
  )
  const caps =
    rect(-20, -60, 40, 13, { rx: 3, fill: palette.deep }) +
    rect(-20, 48, 40, 11, { rx: 3, fill: palette.deep })
  return `${body}${heart}${ribs}${caps}${path('M0 59V84', stroke(palette.colours[1], 4))}`
}

function jar(palette: Palette): string {
  const glass = rect(-34, -38, 68, 92, { rx: 15, fill: lighter(palette.colours[2], 0.4), opacity: 0.55 })
  const candle =
    rect(-13, 14, 26, 36, { rx: 3, fill: '#fff6e0' }) +
    path('M0 -22C15 -2 11 12 0 14C-11 12 -15 -2 0 -22Z', { fill: '#fffbe9' })
  const rim = rect(-30, -50, 60, 15, { rx: 6, fill: mix(palette.deep, palette.ink, 0.25) })
  const handle = path('M-28 -44Q0 -84 28 -44', stroke(palette.deep, 4))
  return glass + candle + rim + handle + path('M-22 -24V32', stroke('#ffffff', 5, { opacity: 0.5 }))
}

const post: Support = (palette, [x, y], size, wind) => {
  const foot = x + wind * 74
  const arm = `M${foot} ${size.height}V${y - 120}Q${foot} ${y - 150} ${foot - wind * 30} ${y - 146}L${x - wind * 8} ${y - 92}`
  return (
    path(arm, stroke(palette.deep, 12)) +
    path(`M${foot} ${y - 60}L${foot - wind * 44} ${y - 120}`, stroke(palette.deep, 7))
  )
}

const branch: Support = (palette, [x, y], size, wind) => {
  const fromX = wind > 0 ? size.width + 20 : -20
  const fork: Point = [(fromX + x * 2) / 3, y - 150]
  const bough = curve([
    [fromX, y - 190],
    [(fromX * 2 + x) / 3, y - 130],
    fork,
    [x - wind * 10, y - 92],
    [x - wind * 110, y - 118],
  ])
  const twig = curve([fork, [x + wind * 60, y - 210], [x - wind * 20, y - 240]])
  const spots: Point[] = [
    [-110, -118],
    [-70, -114],
    [-20, -240],
    [30, -228],
    [90, -190],
    [130, -160],
  ]
  const leaves = spots.map(([dx, dy]) => {
    const [lx, ly] = [x + dx * wind, y + dy]
    return ellipse(lx, ly, 20, 8, { fill: palette.colours[0], transform: `rotate(${wind * 28} ${lx} ${ly})` })
  })
  return path(bough, stroke(palette.deep, 15)) + path(twig, stroke(palette.deep, 7)) + leaves.join('')
}

const boat: Support = (palette, [x, y], _size, wind) => {
  const deck = y + 190
  const wood = mix(palette.deep, palette.colours[0], 0.6)
  const hull = path(
    `M${x - 200} ${deck - 40}Q${x} ${deck + 96} ${x + 200} ${deck - 40}Q${x} ${deck + 16} ${x - 200} ${deck - 40}Z`,
    { fill: wood },
  )
  const board = path(
    `M${x - 200} ${deck - 40}Q${x} ${deck + 16} ${x + 200} ${deck - 40}`,
    stroke(lighter(wood, 0.25), 6),
  )
  const mast = path(
    `M${x + wind * 70} ${deck + 10}V${y - 112}Q${x + wind * 60} ${y - 136} ${x - wind * 4} ${y - 92}`,
    stroke(palette.deep, 10),
  )
  const shine = [0, 1, 2, 3].map((row) =>
    rect(x - 90 + row * 16, deck + 62 + row * 15, 180 - row * 40, 4, {
      rx: 2,
      fill: palette.colours[2],
      opacity: 0.7 - row * 0.12,
    }),
  )
  return mast + hull + board + shine.join('')
}

const hut: Support = (palette, [x, y], size, wind) => {
  const [near, far] = [x + wind * 110, x + wind * 420]
  const wall = mix(palette.deep, palette.colours[4], 0.4)
  const roof = darker(mix(palette.deep, palette.colours[0], 0.5), 0.1)
  const house = polygon(
    [
      [near, size.height],
      [near, y - 90],
      [far, y - 90],
      [far, size.height],
    ],
    { fill: wall },
  )
  const boards = [1, 2, 3, 4, 5].map((board) => `M${near + wind * board * 52} ${y - 90}V${size.height}`)
  const eaves = polygon(
    [
      [x - wind * 70, y - 88],
      [x + wind * 200, y - 260],
      [x + wind * 520, y - 88],
      [x + wind * 520, y - 60],
      [x - wind * 70, y - 60],
    ],
    { fill: roof },
  )
  const door = rect(Math.min(near + wind * 80, near + wind * 190), y + 30, 110, size.height, {
    fill: darker(wall, 0.35),
  })
  return house + path(boards.join(''), stroke(darker(wall, 0.25), 4)) + door + eaves
}

const jetty: Support = (palette, [x, y], size, wind) => {
  const wood = mix(palette.deep, palette.colours[4], 0.35)
  const water = rect(0, size.height * 0.74, size.width, size.height, {
    fill: mix(palette.deep, palette.colours[0], 0.28),
  })
  const ripples = [0, 1, 2, 3, 4, 5].map((row) =>
    rect(x - 130 + (row % 3) * 30, size.height * (0.77 + row * 0.04), 220 - row * 22, 4, {
      rx: 2,
      fill: palette.colours[2],
      opacity: 0.55 - row * 0.07,
    }),
  )
  const end = wind > 0 ? size.width + 10 : -10
  const deck = polygon(
    [
      [x - wind * 60, y + 128],
      [end, y + 108],
      [end, y + 148],
      [x - wind * 60, y + 152],
    ],
    { fill: wood },
  )
  const legs = [-30, 120, 290, 460].map((dx) => `M${x + wind * dx} ${y + 130}V${size.height}`)
  const pole = path(
    `M${x + wind * 50} ${y + 130}V${y - 120}Q${x + wind * 50} ${y - 142} ${x} ${y - 92}`,
    stroke(palette.deep, 11),
  )
  return water + ripples.join('') + path(legs.join(''), stroke(darker(wood, 0.3), 17)) + deck + pole
}

/** What a lantern can hang from; each puts its hook at the given place. */
export const supports: readonly Support[] = [post, branch, boat, hut, jetty]
