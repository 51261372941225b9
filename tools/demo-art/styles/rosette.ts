import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
import { circle, drawing, fill, glow, group, type Point, paint, path, type Size, stroke } from '../svg.ts'

type Petal = (inner: number, outer: number, half: number) => string

/** A rose window: rings of petals, each ring its own shape, held in lead. */
export const rosette: Style = (random, palette, size) => {
  const centre: Point = [size.width * random.pick([0.5, 0.5, 0.5, 0.36]), size.height / 2]
  const reach = Math.min(size.width, size.height) * random.range(0.46, 0.62)
  const fold = random.pick([8, 10, 12, 12, 16])
  const lead = darker(palette.mood === 'night' ? palette.deep : palette.ink, 0.35)
  const tones = random.shuffle([...palette.colours, palette.ink, lighter(palette.ground, 0.1)])
  const rings = random.int(4, 6)
  const parts = Array.from({ length: rings }, (_, ring) => {
    const [inner, outer] = [
      reach * (0.14 + (ring / rings) * 0.86),
      reach * (0.14 + ((ring + 1) / rings) * 0.86),
    ]
    const copies = ring < 2 ? fold : fold * random.pick([1, 1, 2])
    const [back, front] = [tones[ring % tones.length] ?? '', tones[(ring + 3) % tones.length] ?? '']
    return band(random, { inner, outer, copies, back, front, lead, shape: random.pick(petals) })
  })
  const light = glow('light', [
    { at: 0, colour: '#ffffff', opacity: 0.5 },
    { at: 0.6, colour: '#ffffff', opacity: 0.06 },
    { at: 1, colour: '#000000', opacity: 0.3 },
  ])
  const wall = mix(palette.mood === 'night' ? palette.deep : palette.ground, palette.colours[3], 0.1)
  const heart = [
    circle(0, 0, reach * 0.14, { fill: tones[1] ?? '', stroke: lead, 'stroke-width': 6 }),
    circle(0, 0, reach * 0.07, { fill: tones[4] ?? '', stroke: lead, 'stroke-width': 4 }),
  ]
  const window = group({ transform: `translate(${centre[0]} ${centre[1]}) rotate(${180 / fold})` }, [
    circle(0, 0, reach + 16, { fill: lead }),
    ...parts.reverse(),
    ...heart,
    circle(0, 0, reach, { fill: paint('light') }),
  ])
  return drawing(size, [fill(size, wall), ...cast(random, palette, size, centre, reach), window], [light])
}

interface Band {
  inner: number
  outer: number
  copies: number
  back: string
  front: string
  lead: string
  shape: Petal
}

function band(random: Random, { inner, outer, copies, back, front, lead, shape }: Band): string {
  const half = Math.PI / copies
  const glass = Array.from({ length: copies }, (_, index) => {
    const wedge = path(wedgeOf(inner, outer, half), {
      fill: index % 2 ? back : darker(back, 0.1),
      stroke: lead,
      'stroke-width': 4,
    })
    const petal = path(shape(inner, outer, half), {
      fill: random.chance(0.5) ? front : lighter(front, 0.14),
      stroke: lead,
      'stroke-width': 4,
    })
    return group({ transform: `rotate(${(index * 360) / copies})` }, [wedge, petal])
  })
  return glass.join('') + circle(0, 0, outer, stroke(lead, 6))
}

function wedgeOf(inner: number, outer: number, half: number): string {
  const [a, b, c, d] = [
    polar([0, 0], inner, -half),
    polar([0, 0], outer, -half),
    polar([0, 0], outer, half),
    polar([0, 0], inner, half),
  ]
  return `M${xy(a)}L${xy(b)}A${outer} ${outer} 0 0 1 ${xy(c)}L${xy(d)}A${inner} ${inner} 0 0 0 ${xy(a)}Z`
}

function xy([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

const petals: readonly Petal[] = [
  (inner, outer, half) => {
    const [mid, wide] = [(inner + outer) / 2, ((inner + outer) / 2) * Math.sin(half) * 1.5]
    return `M${inner + 4} 0Q${mid} ${wide} ${outer - 4} 0Q${mid} ${-wide} ${inner + 4} 0Z`
  },
  (inner, outer, half) => {
    const radius = Math.min((outer - inner) * 0.36, inner * Math.sin(half) * 0.8 + 4)
    const mid = (inner + outer) / 2
    return `M${mid - radius} 0A${radius} ${radius} 0 1 1 ${mid + radius} 0A${radius} ${radius} 0 1 1 ${mid - radius} 0Z`
  },
  (inner, outer, half) => {
    const [a, b] = [polar([0, 0], outer - 3, half * 0.82), polar([0, 0], outer - 3, -half * 0.82)]
    return `M${inner + 3} 0L${xy(a)}Q${outer * 0.9} 0 ${xy(b)}Z`
  },
  (inner, outer, half) => {
    const mid = (inner + outer) / 2
    const wide = mid * Math.sin(half) * 0.72
    return `M${inner + 5} 0L${mid} ${wide}L${outer - 5} 0L${mid} ${-wide}Z`
  },
]

function cast(random: Random, palette: Palette, size: Size, centre: Point, reach: number): string[] {
  return Array.from({ length: 14 }, () => {
    const [x, y] = polar(centre, reach * random.range(1.05, 2.1), random.range(0, Math.PI * 2))
    return x < -80 || x > size.width + 80
      ? ''
      : circle(x, y, random.range(14, 60), {
          fill: random.pick(palette.colours),
          opacity: palette.mood === 'night' ? 0.13 : 0.2,
        })
  })
}
