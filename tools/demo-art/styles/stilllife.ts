import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style, stars } from '../scenery.ts'
import {
  circle,
  drawing,
  ellipse,
  fill,
  gradient,
  group,
  paint,
  path,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

type Thing = (random: Random, palette: Palette, tone: string) => string

/** A table by a window at an hour when nobody should be up: kettle, cup, pears, a vase. */
export const stilllife: Style = (random, palette, size) => {
  const night = palette.mood === 'night'
  const wall = mix(palette.ground, palette.colours[3], 0.25)
  const table = size.height * random.range(0.7, 0.76)
  const wood = mix(palette.colours[4], night ? palette.deep : palette.ground, 0.25)
  const view = gradient('view', [
    { at: 0, colour: night ? palette.deep : palette.colours[0] },
    { at: 1, colour: night ? mix(palette.colours[0], palette.deep, 0.35) : lighter(palette.colours[2], 0.3) },
  ])
  const things = random.shuffle(all).slice(0, size.width > size.height ? 5 : 3)
  const tones = random.shuffle([...palette.colours, palette.ink])
  const placed = things.map((thing, index) => {
    const x = size.width * (0.03 + 0.94 * ((index + 0.5) / things.length)) + random.range(-24, 24)
    const y = table + random.range(20, 100)
    const shadow = ellipse(x + 30, y + 4, 104, 15, { fill: '#000000', opacity: 0.22 })
    return {
      y,
      drawn:
        shadow +
        group({ transform: `translate(${x} ${y}) scale(${size.height / 690})` }, [
          thing(random, palette, tones[index] ?? palette.ink),
        ]),
    }
  })
  const edge =
    rect(0, table, size.width, size.height, { fill: wood }) +
    rect(0, table, size.width, 8, { fill: lighter(wood, 0.18) })
  const body = [
    fill(size, wall),
    ...paper(random, palette, size, wall),
    ...pane(random, palette, size, table),
    edge,
    cloth(random, palette, size, table),
  ]
  return drawing(size, [...body, ...placed.sort((a, b) => a.y - b.y).map((thing) => thing.drawn)], [view])
}

function paper(random: Random, palette: Palette, size: Size, wall: string): string[] {
  const tone = mix(wall, palette.ink, 0.08)
  const pitch = 84
  if (random.chance(0.5))
    return Array.from({ length: Math.ceil(size.width / pitch) }, (_, index) =>
      rect(index * pitch, 0, pitch / 2, size.height, { fill: tone }),
    )
  const dots: string[] = []
  for (let y = 30; y < size.height; y += 60)
    for (let x = (y / 60) % 2 < 1 ? 30 : 66; x < size.width; x += 72)
      dots.push(circle(x, y, 6, { fill: tone }))
  return dots
}

function pane(random: Random, palette: Palette, size: Size, table: number): string[] {
  const [wide, tall] = [size.width * random.range(0.24, 0.34), table * 0.72]
  const [x, y] = [size.width * random.pick([0.1, 0.34, 0.58]), table * 0.1]
  const frame = palette.mood === 'night' ? mix(palette.ink, palette.deep, 0.3) : lighter(palette.ground, 0.5)
  const moon = circle(x + wide * random.range(0.25, 0.75), y + tall * random.range(0.24, 0.5), 42, {
    fill: palette.mood === 'night' ? palette.ink : palette.colours[1],
  })
  const sky = stars(
    random,
    { width: wide, height: tall },
    palette.mood === 'night' ? 26 : 0,
    palette.ink,
    0.9,
  )
  return [
    rect(x - 14, y - 14, wide + 28, tall + 28, { fill: frame, rx: 5 }),
    rect(x, y, wide, tall, { fill: paint('view') }),
    group({ transform: `translate(${x} ${y})` }, sky),
    moon,
    path(`M${x + wide / 2} ${y}V${y + tall}M${x} ${y + tall * 0.5}H${x + wide}`, stroke(frame, 10)),
    rect(x - 28, y + tall + 8, wide + 56, 18, { fill: frame, rx: 4 }),
  ]
}

function cloth(random: Random, palette: Palette, size: Size, table: number): string {
  if (random.chance(0.4)) return ''
  const [x, wide] = [size.width * random.range(0.1, 0.4), size.width * 0.44]
  const tone = random.pick([palette.ink, palette.colours[0], palette.colours[1]])
  const stripes = [0.14, 0.86].map(
    (share) => `M${x + wide * share} ${table}L${x - 40 + (wide + 80) * share} ${size.height}`,
  )
  return (
    path(`M${x} ${table}H${x + wide}L${x + wide + 40} ${size.height}H${x - 40}Z`, { fill: tone }) +
    path(stripes.join(''), stroke(darker(tone, 0.2), 9))
  )
}

const vase: Thing = (random, palette, tone) => {
  const blooms = Array.from({ length: 6 }, (_, index) => {
    const [x, y] = polar([0, -190], random.range(80, 150), -Math.PI / 2 + (index - 2.5) * 0.36)
    const petal = random.pick([palette.colours[0], palette.colours[1], palette.colours[2], palette.ink])
    const dots = [0, 1, 2, 3, 4].map((turn) =>
      circle(...polar([x, y], 17, turn * 1.257), 15, { fill: petal }),
    )
    return (
      path(`M0 -150Q${x * 0.3} ${y * 0.7} ${x} ${y}`, stroke(palette.colours[3], 5)) +
      dots.join('') +
      circle(x, y, 10, { fill: darker(petal, 0.3) })
    )
  })
  return `${blooms.join('')}${path('M-36 -176H36C24 -130 74 -100 64 -46Q56 0 0 0Q-56 0 -64 -46C-74 -100 -24 -130 -36 -176Z', { fill: tone })}${path('M-56 -78Q0 -56 56 -78', stroke(lighter(tone, 0.35), 7))}`
}

const kettle: Thing = (_random, palette, tone) =>
  path('M-70 -110Q0 -230 70 -110', stroke(darker(tone, 0.4), 13)) +
  path('M66 -60L120 -112L130 -100L86 -20Z', { fill: darker(tone, 0.18) }) +
  path('M-92 0Q-104 -112 -40 -122H40Q104 -112 92 0Z', { fill: tone }) +
  path('M-64 -16Q-74 -84 -40 -98', stroke(lighter(tone, 0.45), 9, { opacity: 0.8 })) +
  rect(-42, -134, 84, 16, { rx: 8, fill: darker(tone, 0.25) }) +
  circle(0, -142, 11, { fill: palette.colours[1] })

const cup: Thing = (_random, palette, tone) =>
  path(
    'M-20 -104q-16 -22 0 -44t0 -44M16 -104q-16 -22 0 -44t0 -44',
    stroke(palette.ink, 4, { opacity: 0.4 }),
  ) +
  circle(58, -46, 26, stroke(tone, 12)) +
  path('M-58 -86H58L46 -8Q44 0 36 0H-36Q-44 0 -46 -8Z', { fill: tone }) +
  ellipse(0, -86, 58, 12, { fill: darker(tone, 0.4) }) +
  ellipse(0, 2, 88, 10, { fill: lighter(tone, 0.25) })

const pears: Thing = (_random, palette, tone) => {
  const pear = (x: number, scale: number, turn: number, colour: string) =>
    group({ transform: `translate(${x} 0) rotate(${turn}) scale(${scale})` }, [
      path('M0 -126Q4 -146 20 -152', stroke(darker(palette.colours[4], 0.3), 6)),
      path('M0 -132C26 -132 26 -96 40 -74C66 -34 44 0 0 0C-44 0 -66 -34 -40 -74C-26 -96 -26 -132 0 -132Z', {
        fill: colour,
      }),
      path('M-26 -30Q-34 -60 -14 -84', stroke(lighter(colour, 0.45), 8, { opacity: 0.7 })),
    ])
  return pear(-48, 0.92, -6, tone) + pear(54, 0.82, 9, mix(tone, palette.colours[2], 0.5))
}

const bottle: Thing = (_random, palette, tone) =>
  path(
    'M-18 -236H18V-164C18 -140 48 -136 48 -100V-10Q48 0 38 0H-38Q-48 0 -48 -10V-100C-48 -136 -18 -140 -18 -164Z',
    { fill: tone },
  ) +
  rect(-48, -92, 96, 56, { fill: lighter(palette.ground, 0.4), opacity: 0.85 }) +
  path('M-32 -14V-104', stroke(lighter(tone, 0.5), 6, { opacity: 0.6 })) +
  rect(-22, -250, 44, 18, { rx: 5, fill: darker(tone, 0.4) })

const lamp: Thing = (_random, palette, tone) =>
  circle(0, -210, 190, { fill: palette.colours[2], opacity: 0.16 }) +
  path('M0 -6V-160', stroke(darker(tone, 0.3), 10)) +
  ellipse(0, -2, 54, 13, { fill: darker(tone, 0.3) }) +
  path('M-46 -270H46L86 -160H-86Z', { fill: lighter(palette.colours[2], 0.2) }) +
  path('M-46 -270H46', stroke(tone, 9))

const bowl: Thing = (random, palette, tone) => {
  const fruit = [-58, -8, 44].map((x, index) =>
    circle(x, -84 - (index % 2) * 22, 40, {
      fill: random.pick([palette.colours[0], palette.colours[1], palette.colours[2]]),
    }),
  )
  return `${fruit.join('')}${path('M-112 -80H112Q100 0 30 0H-30Q-100 0 -112 -80Z', { fill: tone })}${path('M-112 -80H112', stroke(lighter(tone, 0.3), 9))}`
}

const all: readonly Thing[] = [vase, kettle, cup, pears, bottle, lamp, bowl]
