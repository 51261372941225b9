import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { type Style, scatter } from '../scenery.ts'
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
import { head, type Tones } from './parts/robot-head.ts'

/** The portrait of a robot that would like to be sung to. */
export const robots: Style = (random, palette, size) => {
  const [metal, second, light] = random.shuffle(palette.colours)
  const tones = { metal: metal ?? '', second: second ?? '', light: light ?? '' }
  const back = mix(palette.ground, tones.light, 0.22)
  const wall = gradient('wall', [
    { at: 0, colour: lighter(back, 0.08) },
    { at: 1, colour: mix(back, palette.deep, 0.45) },
  ])
  const sheen = gradient(
    'sheen',
    [
      { at: 0, colour: '#ffffff', opacity: 0.26 },
      { at: 0.45, colour: '#ffffff', opacity: 0 },
      { at: 1, colour: '#000000', opacity: 0.24 },
    ],
    [1, 0.35],
  )
  const scale = (size.height / 750) * 1.06
  const x = size.width * random.pick([0.5, 0.5, 0.36, 0.64])
  const figure = group({ transform: `translate(${x} ${size.height}) scale(${scale})` }, [
    ...torso(random, palette, tones),
    ...head(random, palette, tones),
  ])
  return drawing(
    size,
    [
      fill(size, paint('wall')),
      ...room(random, palette, size, tones),
      figure,
      ...notes(random, palette, size, x),
    ],
    [wall, sheen],
  )
}

function room(random: Random, palette: Palette, size: Size, tones: Tones): string[] {
  const tone = mix(palette.ground, tones.second, 0.4)
  return random.pick([
    () => [circle(size.width / 2, size.height * 0.5, size.height * 0.42, { fill: tone, opacity: 0.6 })],
    () =>
      Array.from({ length: 9 }, (_, index) =>
        rect(index * (size.width / 8), 0, size.width / 16, size.height, { fill: tone, opacity: 0.35 }),
      ),
    () => scatter(random, size, 110).map(([x, y]) => circle(x, y, 7, { fill: tone, opacity: 0.7 })),
    () =>
      [0, 1, 2, 3].map((ring) =>
        circle(size.width / 2, size.height * 0.46, 240 + ring * 90, stroke(tone, 16, { opacity: 0.6 })),
      ),
  ])()
}

function torso(random: Random, palette: Palette, { metal, second, light }: Tones): string[] {
  const wide = random.range(190, 260)
  const body = { rx: random.pick([24, 60, 110]) }
  const gauge = random.pick([
    () =>
      circle(0, -96, 44, { fill: palette.ink }) +
      path('M0 -96L26 -118', stroke(second, 6)) +
      circle(0, -96, 44, stroke(darker(metal, 0.35), 6)),
    () =>
      [0, 1, 2]
        .map((row) =>
          rect(-62, -136 + row * 34, 124, 16, { rx: 8, fill: row === 1 ? light : darker(metal, 0.32) }),
        )
        .join(''),
    () => path('M0 -64C-60 -104 -44 -152 0 -124C44 -152 60 -104 0 -64Z', { fill: light }),
    () =>
      [0, 1, 2, 3, 4].map((key) => rect(-70 + key * 29, -136, 24, 74, { rx: 4, fill: palette.ink })).join(''),
  ])()
  return [
    rect(-34, -262, 68, 60, { fill: darker(metal, 0.4) }),
    ...[-1, 1].map((side) =>
      path(
        `M${side * wide * 0.92} -150Q${side * wide * 1.3} -120 ${side * wide * 1.24} 20`,
        stroke(darker(metal, 0.25), 46),
      ),
    ),
    rect(-wide, -214, wide * 2, 320, { ...body, fill: metal }),
    rect(-wide, -214, wide * 2, 320, { ...body, fill: paint('sheen') }),
    rect(-96, -160, 192, 130, { rx: 18, fill: darker(metal, 0.18) }),
    gauge,
    ...[-1, 1].map((side) => circle(side * wide * 0.78, -176, 11, { fill: darker(metal, 0.35) })),
  ]
}

function notes(random: Random, palette: Palette, size: Size, x: number): string[] {
  return Array.from({ length: random.int(3, 6) }, () => {
    const side = random.pick([-1, 1])
    const [nx, ny] = [x + side * size.height * random.range(0.44, 0.7), size.height * random.range(0.12, 0.6)]
    const note =
      path('M0 0V-64L40 -76V-12', stroke(palette.ink, 7)) +
      ellipse(-12, 2, 14, 10, { fill: palette.ink }) +
      ellipse(28, -10, 14, 10, { fill: palette.ink })
    if (nx < 50 || nx > size.width - 60) return ''
    return group(
      {
        transform: `translate(${nx} ${ny}) rotate(${random.range(-16, 16)}) scale(${random.range(0.6, 1)})`,
        opacity: 0.9,
      },
      [note],
    )
  })
}
