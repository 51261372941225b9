import { darker, lighter, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, ground, ridge, type Style, scatter } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  fill,
  gradient,
  group,
  type Point,
  paint,
  path,
  rect,
  type Size,
  stroke,
} from '../svg.ts'

/** Balloons going up before breakfast, gores striped, baskets small, hills still asleep. */
export const balloons: Style = (random, palette, size) => {
  const field = noise(random)
  const night = palette.mood === 'night'
  const sky = gradient('sky', [
    { at: 0, colour: night ? palette.deep : mix(palette.ground, palette.colours[0], 0.22) },
    { at: 0.8, colour: mix(palette.ground, palette.colours[2], 0.5) },
  ])
  const places = scatter(random, { width: size.width, height: size.height * 0.72 }, size.height * 0.27).slice(
    0,
    random.int(6, 9),
  )
  const fleet = places.map((at, index) => ({ at, scale: 0.28 + (index / places.length) ** 1.5 * 1.05 }))
  const hills = [0, 1, 2].map((row) =>
    ground(
      ridge(field, size, {
        base: size.height * (0.88 + row * 0.06),
        height: 130 - row * 20,
        width: 360,
        row: row * 5,
      }),
      size,
      {
        fill: mix(
          mix(palette.ground, palette.colours[3], 0.5),
          night ? palette.deep : palette.colours[4],
          row * 0.4,
        ),
      },
    ),
  )
  const sun = circle(
    size.width * random.range(0.15, 0.85),
    size.height * random.range(0.6, 0.74),
    random.range(60, 100),
    { fill: lighter(palette.colours[2], 0.25) },
  )
  const drawn = fleet.map(({ at, scale }) => balloon(random, palette, at, scale))
  return drawing(
    size,
    [fill(size, paint('sky')), sun, ...clouds(random, palette, size), ...hills, ...drawn],
    [sky],
  )
}

function balloon(random: Random, palette: Palette, [x, y]: Point, scale: number): string {
  const [one, two] = random.shuffle([...palette.colours, palette.ink])
  const tones = [one ?? '', two ?? '', one ?? '', two ?? '']
  const gores = [1, 0.72, 0.42, 0.13].map((share, index) => {
    const w = 108 * share
    const d = `M0 -128C${w * 1.34} -128 ${w * 1.36} 10 ${18 * share} 104H${-18 * share}C${-w * 1.36} 10 ${-w * 1.34} -128 0 -128Z`
    return path(d, { fill: darker(tones[index] ?? '', (1 - share) * -0.01 + (index === 0 ? 0.14 : 0)) })
  })
  const band = random.chance(0.5)
    ? path('M-102 -24Q0 18 102 -24L96 6Q0 46 -96 6Z', { fill: palette.ink, opacity: 0.9 })
    : ''
  const shine = path('M-70 -64Q-60 -104 -26 -112', stroke('#ffffff', 10, { opacity: 0.35 }))
  const ropes = path('M-17 104L-13 142M17 104L13 142', stroke(darker(palette.colours[4], 0.3), 2.4))
  const basket = rect(-17, 140, 34, 26, {
    rx: 5,
    fill: darker(mix(palette.colours[4], '#8a5a34', 0.5), 0.15),
  })
  return group({ transform: `translate(${x} ${y}) rotate(${random.range(-4, 4)}) scale(${scale})` }, [
    ...gores,
    band,
    shine,
    ropes,
    basket,
  ])
}

function clouds(random: Random, palette: Palette, size: Size): string[] {
  return Array.from({ length: 7 }, () => {
    const [x, y, wide] = [
      random.range(0, size.width),
      random.range(0.1, 0.75) * size.height,
      random.range(60, 130),
    ]
    const puffs = [-0.9, -0.3, 0.35, 0.95].map((share, index) =>
      curve(
        blob(
          random,
          [x + share * wide, y - (index % 3 === 0 ? 0 : 22)],
          wide * (index % 3 === 0 ? 0.34 : 0.5),
          0.06,
        ),
        true,
      ),
    )
    return group(
      {
        fill: palette.mood === 'night' ? palette.ink : '#ffffff',
        opacity: palette.mood === 'night' ? 0.12 : 0.5,
      },
      [path(puffs.join(''), {}), rect(x - wide * 1.2, y - 8, wide * 2.4, 36, { rx: 18 })],
    )
  })
}
