import { along, lighter, mix } from '../colour.ts'
import { layered, noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  fill,
  glow,
  gradient,
  type Point,
  paint,
  path,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** Sound made visible: a loud ring, a row of bars, or one long breath of overlapping waves. */
export const soundrings: Style = (random, palette, size) => {
  const tones = random.shuffle(palette.colours).slice(0, 3)
  const air = gradient('air', [
    { at: 0, colour: palette.mood === 'night' ? palette.deep : lighter(palette.ground, 0.2) },
    { at: 1, colour: mix(palette.ground, tones[0] ?? palette.ink, 0.28) },
  ])
  const halo = glow('halo', [
    { at: 0, colour: tones[1] ?? palette.ink, opacity: 0.5 },
    { at: 1, colour: tones[1] ?? palette.ink, opacity: 0 },
  ])
  const heart: Point = [size.width / 2, size.height / 2]
  const light = circle(...heart, size.height * 0.62, { fill: paint('halo') })
  const drawn = random.pick([ring, bars, breath])(random, palette, size, tones)
  return drawing(size, [fill(size, paint('air')), light, ...drawn], [air, halo])
}

function ring(random: Random, palette: Palette, size: Size, tones: string[]): string[] {
  const loud = layered(noise(random), 2)
  const [centre, inner]: [Point, number] = [
    [size.width / 2, size.height / 2],
    size.height * random.range(0.17, 0.23),
  ]
  const count = 120
  const rays = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2
    const level = Math.abs(loud(Math.cos(angle) * 2.6, Math.sin(angle) * 2.6)) ** 0.8
    const tone = along([...tones, tones[0] ?? palette.ink], index / count)
    const [from, to] = [
      polar(centre, inner, angle),
      polar(centre, inner + 14 + level * size.height * 0.34, angle),
    ]
    return path(
      `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
      stroke(tone, 7),
    )
  })
  const disc = [0.86, 0.66, 0.46].map((share, index) =>
    circle(...centre, inner * share, {
      fill: index === 2 ? (tones[1] ?? '') : mix(palette.deep, palette.ink, index * 0.12),
    }),
  )
  return [...rays, ...disc, circle(...centre, inner * 0.1, { fill: palette.ink })]
}

function bars(random: Random, palette: Palette, size: Size, tones: string[]): string[] {
  const loud = layered(noise(random), 3)
  const count = Math.round(size.width / 30)
  return Array.from({ length: count }, (_, index) => {
    const place = (index + 0.5) / count
    const hush = Math.sin(place * Math.PI) ** 0.7
    const tall = size.height * (0.03 + hush * (0.1 + Math.abs(loud(place * 9, 2)) * 0.75))
    const x = place * size.width
    const tone = along([...tones, palette.ink], place)
    const echo = rect(x - 8, size.height / 2 + tall * 0.3, 16, tall * 0.42, {
      rx: 8,
      fill: tone,
      opacity: 0.28,
    })
    return echo + rect(x - 8, size.height / 2 - tall * 0.62, 16, tall * 0.86, { rx: 8, fill: tone })
  })
}

function breath(random: Random, palette: Palette, size: Size, tones: string[]): string[] {
  const count = 15
  const [fast, slow, phase] = [random.range(1.6, 3.4), random.range(0.5, 1.3), random.range(0, 6)]
  return Array.from({ length: count }, (_, row) => {
    const share = row / (count - 1)
    const points: Point[] = []
    for (let x = -20; x <= size.width + 20; x += 24) {
      const t = x / size.width
      const swell = Math.max(0, Math.sin(t * Math.PI)) ** 1.4 * size.height * 0.36
      points.push([
        x,
        size.height / 2 +
          Math.sin(t * fast * Math.PI * 2 + share * 2.4 + phase) *
            Math.sin(t * slow * Math.PI * 2 + share * 3) *
            swell *
            (0.35 + share),
      ])
    }
    return path(curve(points), stroke(along([palette.ink, ...tones], share), 3.4, { opacity: 0.9 }))
  })
}
