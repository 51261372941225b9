import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { blob, polar, type Style } from '../scenery.ts'
import {
  circle,
  curve,
  drawing,
  ellipse,
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

/** One to three small creatures, round in every way, that are glad you came. */
export const monsters: Style = (random, palette, size) => {
  const floor = size.height * random.range(0.78, 0.86)
  const back = mix(palette.ground, random.pick(palette.colours), palette.mood === 'night' ? 0.22 : 0.16)
  const wall = gradient('wall', [
    { at: 0, colour: back },
    { at: 1, colour: palette.mood === 'night' ? mix(back, palette.deep, 0.4) : lighter(back, 0.35) },
  ])
  const count = size.width > size.height ? random.pick([1, 2, 2, 3, 3]) : 1
  const furs = random.shuffle(palette.colours)
  const bodies = Array.from({ length: count }, (_, index) => {
    const scale =
      Math.min(size.height / 750, size.width / 650) * random.range(0.8, 1.06) * (count === 1 ? 1.55 : count === 2 ? 1.4 : 1.15)
    const x =
      size.width * ((index + 0.5) / count + (count > 1 ? random.range(-0.03, 0.03) : random.range(-0.1, 0.1)))
    return creature(random, palette, [x, floor], scale, furs[index] ?? palette.ink)
  })
  const ground = rect(0, floor - 24, size.width, size.height, {
    fill: mix(
      back,
      palette.mood === 'night' ? palette.deep : palette.ink,
      palette.mood === 'night' ? 0.65 : 0.16,
    ),
  })
  return drawing(
    size,
    [fill(size, paint('wall')), ...air(random, palette, size, floor), ground, ...bodies],
    [wall],
  )
}

function air(random: Random, palette: Palette, size: Size, floor: number): string[] {
  const tone = mix(palette.ground, palette.ink, 0.35)
  const kind = random.int(0, 2)
  if (kind === 0) {
    const at: Point = [size.width * random.range(0.2, 0.8), floor * random.range(0.3, 0.5)]
    return [circle(...at, size.height * 0.3, { fill: mix(palette.ground, palette.colours[2], 0.5) })]
  }
  return Array.from({ length: 26 }, () => {
    const at: Point = [random.range(0, size.width), random.range(0, floor - 40)]
    return kind === 1
      ? circle(...at, random.range(2, 6), { fill: tone, opacity: 0.6 })
      : path(curve(blob(random, at, random.range(8, 22), 0.25), true), { fill: tone, opacity: 0.2 })
  })
}

function creature(random: Random, palette: Palette, [x, floor]: Point, scale: number, fur: string): string {
  const [wide, tall] = [random.range(105, 165), random.range(230, 370)]
  const belly = lighter(fur, 0.3)
  const dark = darker(fur, 0.28)
  const body = shape(random, wide, tall)
  const spots = Array.from({ length: random.pick([0, 0, 5, 9]) }, () =>
    circle(random.range(-0.8, 0.8) * wide, -tall * random.range(0.1, 0.95), random.range(6, 17), {
      fill: dark,
      opacity: 0.35,
    }),
  )
  const clip = `fur${Math.round(x)}`
  return group({ transform: `translate(${x} ${floor + 20}) scale(${scale})` }, [
    ellipse(0, 4, wide * 1.05, 16, { fill: '#000000', opacity: 0.2 }),
    ...crown(random, palette, wide, tall, fur),
    ...limbs(random, wide, tall, dark),
    path(body, { fill: fur }),
    `<clipPath id="${clip}">${path(body, {})}</clipPath>`,
    group({ 'clip-path': `url(#${clip})` }, [
      ellipse(0, -tall * 0.12, wide * 0.62, tall * 0.36, { fill: belly, opacity: 0.75 }),
      ...spots,
    ]),
    ...face(random, palette, wide, tall, dark),
  ])
}

function shape(random: Random, wide: number, tall: number): string {
  const top = random.range(0.55, 1)
  const side = (sign: number): Point[] => [
    [wide * 0.62 * sign, 0],
    [wide * 1.04 * sign, -tall * 0.14],
    [wide * sign, -tall * 0.42],
    [wide * (0.72 + top * 0.2) * sign, -tall * 0.76],
  ]
  return curve([...side(-1), [0, -tall], ...side(1).reverse()], true)
}

function crown(random: Random, palette: Palette, wide: number, tall: number, fur: string): string[] {
  const trim = random.pick([palette.ink, palette.colours[2], darker(fur, 0.3)])
  const pair = (draw: (sign: number) => string) => [-1, 1].map(draw)
  return random.pick([
    () =>
      pair((sign) =>
        path(
          `M${sign * wide * 0.3} ${-tall * 0.9}Q${sign * wide * 0.55} ${-tall * 1.32} ${sign * wide * 0.86} ${-tall * 1.2}Q${sign * wide * 0.74} ${-tall} ${sign * wide * 0.68} ${-tall * 0.8}Z`,
          { fill: trim },
        ),
      ),
    () =>
      pair((sign) =>
        ellipse(sign * wide * 0.66, -tall * 0.98, wide * 0.27, wide * 0.36, {
          fill: fur,
          stroke: darker(fur, 0.2),
          'stroke-width': 7,
        }),
      ),
    () =>
      pair(
        (sign) =>
          path(
            `M${sign * 18} ${-tall * 0.95}Q${sign * 22} ${-tall * 1.2} ${sign * 62} ${-tall * 1.24}`,
            stroke(darker(fur, 0.2), 8),
          ) + circle(sign * 64, -tall * 1.24, 15, { fill: trim }),
      ),
    () =>
      [-0.5, -0.2, 0.1, 0.4].map((place) =>
        path(
          `M${place * wide} ${-tall * 0.92}L${(place + 0.12) * wide} ${-tall * 1.17}L${(place + 0.3) * wide} ${-tall * 0.92}Z`,
          { fill: trim, 'stroke-linejoin': 'round', stroke: trim, 'stroke-width': 6 },
        ),
      ),
    () =>
      [0, 1, 2].map((index) =>
        path(
          `M0 ${-tall * 0.96}Q${(index - 1) * 44} ${-tall * 1.16} ${(index - 1) * 52} ${-tall * 1.2}`,
          stroke(darker(fur, 0.25), 9),
        ),
      ),
  ])()
}

function limbs(random: Random, wide: number, tall: number, dark: string): string[] {
  const waving = random.int(0, 2)
  const arms = [-1, 1].map((sign) => {
    const up = waving === (sign < 0 ? 0 : 1)
    const [hand, elbow] = up ? [-tall * 0.82, -tall * 0.4] : [-tall * 0.14, -tall * 0.34]
    return path(
      `M${sign * wide * 0.86} ${-tall * 0.46}Q${sign * wide * 1.42} ${elbow} ${sign * wide * 1.34} ${hand}`,
      stroke(dark, 26),
    )
  })
  const feet = [-1, 1].map((sign) => ellipse(sign * wide * 0.5, -2, wide * 0.34, 20, { fill: dark }))
  return [...arms, ...feet]
}

function face(random: Random, palette: Palette, wide: number, tall: number, dark: string): string[] {
  const count = random.pick([1, 2, 2, 2, 3])
  const radius = wide * (count === 1 ? 0.4 : count === 2 ? 0.27 : 0.2)
  const y = -tall * random.range(0.62, 0.7)
  const look = random.range(-0.2, 0.2)
  const iris = random.pick(palette.colours)
  const eyes = Array.from({ length: count }, (_, index) => {
    const x = (index - (count - 1) / 2) * radius * 2.3
    const pupil = polar([x, y], radius * 0.16, look * 6)
    return [
      circle(x, y, radius, { fill: '#fffaf0' }),
      circle(...pupil, radius * 0.66, { fill: darker(iris, 0.2) }),
      circle(...pupil, radius * 0.42, { fill: '#17131c' }),
      circle(pupil[0] - radius * 0.2, pupil[1] - radius * 0.24, radius * 0.19, { fill: '#ffffff' }),
      circle(pupil[0] + radius * 0.2, pupil[1] + radius * 0.18, radius * 0.09, { fill: '#ffffff' }),
    ].join('')
  })
  const mouthY = y + radius + tall * 0.07
  const smile = wide * random.range(0.16, 0.32)
  const mouth = random.chance(0.5)
    ? path(`M${-smile} ${mouthY}Q0 ${mouthY + smile * 0.9} ${smile} ${mouthY}`, stroke('#241a24', 7))
    : path(`M${-smile} ${mouthY}Q0 ${mouthY + smile * 1.7} ${smile} ${mouthY}Z`, { fill: '#3a1a26' }) +
      rect(-9, mouthY, 18, 14, { fill: '#fffaf0', rx: 3 })
  const blush = [-1, 1].map((sign) =>
    circle(sign * wide * 0.62, mouthY, wide * 0.11, { fill: mix(dark, '#ff6a7a', 0.75), opacity: 0.45 }),
  )
  return [...blush, ...eyes, mouth]
}
