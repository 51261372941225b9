import { lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, scatter } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  ellipse,
  fill,
  glow,
  gradient,
  group,
  type Point,
  paint,
  path,
  polygon,
  type Size,
  stroke,
} from '../svg.ts'

/** Jellyfish rising through dark water, lit from inside. */
export const jellyfish: Style = (random, palette, size) => {
  const sea = gradient('sea', [
    { at: 0, colour: mix(palette.ground, palette.colours[0], 0.55) },
    { at: 0.55, colour: palette.ground },
    { at: 1, colour: palette.deep },
  ])
  const tones = [palette.colours[1], palette.colours[2], palette.colours[0], palette.colours[4]]
  const halo = tones.map((tone, index) =>
    glow(`halo${index}`, [
      { at: 0, colour: lighter(tone, 0.2), opacity: 0.5 },
      { at: 1, colour: tone, opacity: 0 },
    ]),
  )
  const bells = tones.map((tone, index) =>
    gradient(`bell${index}`, [
      { at: 0, colour: lighter(tone, 0.45), opacity: 0.95 },
      { at: 1, colour: tone, opacity: 0.42 },
    ]),
  )
  const places = scatter(random, size, size.height * 0.36, -40).slice(0, random.int(4, 7))
  const shoal = places.map((at, index) =>
    jelly(
      random,
      palette,
      at,
      0.42 + (index / places.length) * 0.85,
      index % 4,
      tones[index % 4] ?? palette.ink,
    ),
  )
  return drawing(
    size,
    [
      fill(size, paint('sea')),
      ...shafts(random, palette, size),
      ...plankton(random, palette, size),
      ...shoal,
    ],
    [sea, ...halo, ...bells],
  )
}

function jelly(
  random: Random,
  palette: Palette,
  [x, y]: Point,
  scale: number,
  kind: number,
  tone: string,
): string {
  const wide = random.range(96, 132)
  const tall = wide * random.range(0.8, 1.1)
  const bell = `M${-wide} 0C${-wide} ${-tall * 1.3} ${wide} ${-tall * 1.3} ${wide} 0Q${wide * 0.75} 22 ${wide * 0.5} 4Q${wide * 0.25} 24 0 6Q${-wide * 0.25} 24 ${-wide * 0.5} 4Q${-wide * 0.75} 22 ${-wide} 0Z`
  const threads = Array.from({ length: 9 }, (_, index) =>
    thread(random, (index / 8 - 0.5) * wide * 1.7, random.range(170, 400), random.range(8, 26)),
  )
  const arms = Array.from({ length: 4 }, (_, index) =>
    thread(random, (index / 3 - 0.5) * wide * 0.7, random.range(150, 280), random.range(20, 40)),
  )
  return group({ transform: `translate(${x} ${y}) rotate(${random.range(-24, 24)}) scale(${scale})` }, [
    circle(0, -20, wide * 2, { fill: paint(`halo${kind}`) }),
    ...threads.map((d) => path(d, stroke(lighter(tone, 0.3), 2.2, { opacity: 0.65 }))),
    ...arms.map((d) => path(d, stroke(lighter(tone, 0.35), 11, { opacity: 0.4 }))),
    path(bell, { fill: paint(`bell${kind}`) }),
    ellipse(0, -tall * 0.36, wide * 0.5, tall * 0.34, { fill: palette.ink, opacity: 0.26 }),
    ...[-0.5, 0, 0.5].map((share) =>
      path(
        `M${share * wide * 0.4} ${-tall * 0.84}Q${share * wide * 1.3} ${-tall * 0.5} ${share * wide * 1.2} -4`,
        stroke(palette.ink, 2.4, { opacity: 0.4 }),
      ),
    ),
  ])
}

function thread(random: Random, from: number, long: number, sway: number): string {
  const points = Array.from(
    { length: 7 },
    (_, index): Point => [
      from + Math.sin(index * 1.3 + random.range(0, 0.6)) * sway * (index / 6),
      4 + (index / 6) * long,
    ],
  )
  return curve(points)
}

function shafts(random: Random, palette: Palette, size: Size): string[] {
  return Array.from({ length: 5 }, () => {
    const [x, wide, lean] = [random.range(-0.1, 1) * size.width, random.range(40, 150), random.range(60, 240)]
    return polygon(
      [
        [x, -10],
        [x + wide, -10],
        [x + wide * 1.8 + lean, size.height * 0.86],
        [x + lean, size.height * 0.86],
      ],
      { fill: palette.ink, opacity: 0.045 },
    )
  })
}

function plankton(random: Random, palette: Palette, size: Size): string[] {
  return Array.from({ length: 90 }, () =>
    circle(random.range(0, size.width), random.range(0, size.height), random.range(1, 3.6), {
      fill: palette.ink,
      opacity: random.range(0.1, 0.55),
    }),
  )
}
