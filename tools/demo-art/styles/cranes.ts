import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { ground, ridge, type Style } from '../scenery.ts'
import { circle, drawing, fill, gradient, group, type Point, paint, polygon, type Size } from '../svg.ts'

/** Folded paper cranes crossing a large sun. */
export const cranes: Style = (random, palette, size) => {
  const field = noise(random)
  const radius = size.height * random.range(0.2, 0.32)
  const sun: Point = [size.width * random.range(0.3, 0.7), size.height * random.range(0.34, 0.5)]
  const disc = random.pick([palette.colours[0], palette.colours[1], palette.colours[2]])
  const tail = mix(palette.ground, disc, 0.4)
  const hills = [0, 1, 2].map((row) => {
    const points = ridge(field, size, {
      base: size.height * (0.9 + row * 0.06),
      height: 120 - row * 24,
      width: 320,
      row: row * 3,
    })
    return ground(points, size, {
      fill: mix(tail, row === 2 ? palette.deep : palette.colours[3], 0.3 + row * 0.28),
    })
  })
  const formation = random.pick([line, line, leader, wedge])(random, size)
  const flown = formation.toSorted((a, b) => a.scale - b.scale).map((bird) => crane(random, palette, bird))
  const mirrored = `translate(${size.width} 0) scale(-1 1)`
  const birds = random.chance(0.5) ? flown : [group({ transform: mirrored }, flown)]
  const sky = gradient('sky', [
    { at: 0, colour: palette.mood === 'night' ? palette.deep : palette.ground },
    { at: 1, colour: tail },
  ])
  const body = [
    fill(size, paint('sky')),
    circle(...sun, radius, { fill: disc }),
    ...clouds(random, palette, size),
    ...hills,
    ...birds,
  ]
  return drawing(size, body, [sky])
}

interface Bird {
  at: Point
  scale: number
  tilt: number
}

type Formation = (random: Random, size: Size) => Bird[]

const line: Formation = (random, size) => {
  const count = random.int(4, 8)
  const [rise, start] = [random.range(-0.4, -0.1), random.range(0.6, 0.78)]
  return Array.from({ length: count }, (_, index): Bird => {
    const along = (index + 0.5) / count
    const near = 0.35 + Math.sin(along * Math.PI) * random.range(0.35, 0.75)
    const y = size.height * (start + rise * along + random.range(-0.16, 0.16)) - 60
    return { at: [size.width * (0.04 + along * 0.92), y], scale: near * 130, tilt: random.range(-24, 10) }
  })
}

const leader: Formation = (random, size) => {
  const big: Bird = {
    at: [size.width * random.range(0.44, 0.56), size.height * random.range(0.5, 0.58)],
    scale: size.height * random.range(0.36, 0.46),
    tilt: random.range(-16, -4),
  }
  const small = Array.from({ length: random.int(2, 5) }, (): Bird => {
    const at: Point = [
      size.width * random.pick([0.1, 0.18, 0.84, 0.9]),
      size.height * random.range(0.16, 0.74),
    ]
    return { at, scale: random.range(26, 54), tilt: random.range(-22, 6) }
  })
  return [...small, big]
}

const wedge: Formation = (random, size) => {
  const [x, y] = [size.width * random.range(0.62, 0.72), size.height * random.range(0.3, 0.42)]
  const arm = random.int(3, 4)
  const places = Array.from({ length: arm * 2 + 1 }, (_, index) => index - arm)
  return places.map((place): Bird => {
    const back = Math.abs(place)
    const at: Point = [x - back * size.width * 0.105, y + place * size.height * 0.085 + random.range(-8, 8)]
    return { at, scale: 84 - back * 7, tilt: -10 + random.range(-4, 4) }
  })
}

function crane(random: Random, palette: Palette, { at: [x, y], scale, tilt }: Bird): string {
  const paper = random.pick([palette.ink, palette.ink, palette.ground, ...palette.colours.slice(0, 3)])
  const beat = random.range(-0.25, 0.2)
  const [light, middle, dark] = [lighter(paper, 0.12), darker(paper, 0.1), darker(paper, 0.3)]
  const sheet = (colour: string, ...points: Point[]) =>
    polygon(points, { fill: colour, stroke: colour, 'stroke-width': 0.012 })
  return group({ transform: `translate(${x} ${y}) rotate(${tilt}) scale(${scale})` }, [
    sheet(dark, [-0.16, 0.08], [0.3, -0.92 + beat], [0.22, 0.16]),
    sheet(middle, [-1.05, -0.42], [-0.26, 0.26], [0, 0.06]),
    sheet(dark, [-1.05, -0.42], [-0.26, 0.26], [-0.3, 0.1]),
    sheet(middle, [0.88, -0.5], [0.06, 0.12], [0.27, 0.24]),
    sheet(light, [0.88, -0.5], [1.12, -0.3], [0.72, -0.32]),
    sheet(light, [-0.26, 0.26], [0, 0.02], [0.27, 0.24], [0.02, 0.46]),
    sheet(middle, [0.02, 0.46], [0, 0.02], [0.27, 0.24]),
    sheet(light, [-0.24, 0.16], [-0.46, -0.86 - beat], [0.02, 0.04]),
    sheet(middle, [0.24, 0.2], [-0.46, -0.86 - beat], [0.02, 0.04]),
  ])
}

function clouds(random: Random, palette: Palette, size: Size): string[] {
  return Array.from({ length: random.int(2, 5) }, () => {
    const [x, y] = [random.range(0, size.width), random.range(0.12, 0.6) * size.height]
    const width = random.range(160, 380)
    const bar = (shift: number, drop: number, share: number) =>
      `<rect x="${Math.round(x - width / 2 + shift)}" y="${Math.round(y + drop)}" width="${Math.round(width * share)}" height="16" rx="8"/>`
    return group({ fill: palette.ink, opacity: 0.16 }, [bar(0, 0, 1), bar(60, 22, 0.6), bar(-40, -22, 0.5)])
  })
}
