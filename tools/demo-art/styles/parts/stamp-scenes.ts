import { darker, lighter } from '../../colour.ts'
import type { Random } from '../../../../db/demo/random.ts'
import { polar } from '../../scenery.ts'
import { circle, ellipse, path, polygon, rect, stroke } from '../../svg.ts'

export type Scene = (random: Random, wide: number, tall: number, tones: readonly string[]) => string

const sun: Scene = (_random, wide, tall, [a, b, c, d]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: lighter(a ?? '', 0.35) }) +
  circle(0, -tall * 0.06, tall * 0.25, { fill: b ?? '' }) +
  polygon(
    [
      [-wide / 2, tall * 0.3],
      [-wide * 0.16, -tall * 0.06],
      [wide * 0.14, tall * 0.3],
    ],
    { fill: c ?? '' },
  ) +
  polygon(
    [
      [-wide * 0.16, tall * 0.34],
      [wide * 0.22, 0],
      [wide / 2, tall * 0.28],
      [wide / 2, tall / 2],
      [-wide / 2, tall / 2],
      [-wide / 2, tall * 0.28],
    ],
    { fill: darker(d ?? '', 0.1) },
  )

const boat: Scene = (_random, wide, tall, [a, b, c, , , ink]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: lighter(a ?? '', 0.4) }) +
  polygon(
    [
      [-4, -tall * 0.34],
      [-4, tall * 0.14],
      [-wide * 0.24, tall * 0.14],
    ],
    { fill: ink ?? '' },
  ) +
  polygon(
    [
      [4, -tall * 0.28],
      [4, tall * 0.14],
      [wide * 0.2, tall * 0.14],
    ],
    { fill: b ?? '' },
  ) +
  path(`M${-wide * 0.27} ${tall * 0.17}H${wide * 0.26}L${wide * 0.18} ${tall * 0.3}H${-wide * 0.19}Z`, {
    fill: darker(b ?? '', 0.35),
  }) +
  rect(-wide / 2, tall * 0.27, wide, tall / 2, { fill: c ?? '' })

const beacon: Scene = (_random, wide, tall, [a, b, c, , , ink]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: darker(a ?? '', 0.3) }) +
  polygon(
    [
      [0, -tall * 0.27],
      [wide / 2, -tall * 0.46],
      [wide / 2, -tall * 0.08],
    ],
    { fill: ink ?? '', opacity: 0.4 },
  ) +
  polygon(
    [
      [-wide * 0.08, tall * 0.3],
      [wide * 0.08, tall * 0.3],
      [wide * 0.05, -tall * 0.22],
      [-wide * 0.05, -tall * 0.22],
    ],
    { fill: ink ?? '' },
  ) +
  rect(-wide * 0.066, -tall * 0.04, wide * 0.132, tall * 0.13, { fill: b ?? '' }) +
  rect(-wide * 0.05, -tall * 0.32, wide * 0.1, tall * 0.1, { fill: b ?? '' }) +
  ellipse(0, tall * 0.46, wide * 0.5, tall * 0.2, { fill: c ?? '' })

const fish: Scene = (_random, wide, tall, [a, b, c, , , ink]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: a ?? '' }) +
  [-0.24, 0.02, 0.28]
    .map((y, row) => {
      const [x, s] = [(row - 1) * wide * 0.1, wide * 0.15]
      return (
        ellipse(x, y * tall, s * 1.4, s * 0.66, { fill: row === 1 ? (b ?? '') : (c ?? '') }) +
        polygon(
          [
            [x + s * 1.1, y * tall],
            [x + s * 2.1, y * tall - s * 0.7],
            [x + s * 2.1, y * tall + s * 0.7],
          ],
          { fill: row === 1 ? (b ?? '') : (c ?? '') },
        ) +
        circle(x - s * 0.8, y * tall - s * 0.12, s * 0.13, { fill: ink ?? '' })
      )
    })
    .join('')

const flower: Scene = (_random, wide, tall, [a, b, c, d]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: lighter(a ?? '', 0.3) }) +
  path(`M0 ${tall / 2}V${-tall * 0.1}`, stroke(darker(c ?? '', 0.2), 9)) +
  [-1, 1]
    .map((side) =>
      path(
        `M0 ${tall * 0.36}Q${side * wide * 0.34} ${tall * 0.3} ${side * wide * 0.3} ${tall * 0.06}Q${side * wide * 0.04} ${tall * 0.1} 0 ${tall * 0.36}Z`,
        { fill: c ?? '' },
      ),
    )
    .join('') +
  [0, 1, 2, 3, 4, 5]
    .map((turn) =>
      circle(...polar([0, -tall * 0.14], tall * 0.13, turn * 1.047), tall * 0.1, { fill: b ?? '' }),
    )
    .join('') +
  circle(0, -tall * 0.14, tall * 0.09, { fill: d ?? '' })

const bird: Scene = (_random, wide, tall, [a, b, c, , , ink]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: lighter(a ?? '', 0.15) }) +
  circle(wide * 0.24, -tall * 0.24, tall * 0.13, { fill: c ?? '' }) +
  polygon(
    [
      [-wide * 0.4, 0],
      [0, tall * 0.02],
      [wide * 0.1, -tall * 0.34],
    ],
    { fill: ink ?? '' },
  ) +
  polygon(
    [
      [-wide * 0.1, tall * 0.24],
      [wide * 0.4, -tall * 0.02],
      [0, tall * 0.02],
    ],
    { fill: b ?? '' },
  ) +
  polygon(
    [
      [-wide * 0.4, 0],
      [-wide * 0.1, tall * 0.24],
      [0, tall * 0.02],
    ],
    { fill: darker(b ?? '', 0.25) },
  )

const moon: Scene = (random, wide, tall, [a, b, c, , ink]) =>
  rect(-wide / 2, -tall / 2, wide, tall, { fill: darker(a ?? '', 0.45) }) +
  Array.from({ length: 16 }, () =>
    circle(random.range(-0.5, 0.5) * wide, random.range(-0.5, 0.2) * tall, random.range(1.5, 4), {
      fill: lighter(ink ?? '', 0.3),
    }),
  ).join('') +
  circle(0, -tall * 0.08, tall * 0.22, { fill: lighter(b ?? '', 0.3) }) +
  circle(tall * 0.09, -tall * 0.12, tall * 0.19, { fill: darker(a ?? '', 0.45) }) +
  ellipse(0, tall * 0.54, wide * 0.7, tall * 0.26, { fill: c ?? '' })

/** The small views on the stamps. */
export const scenes: readonly Scene[] = [sun, boat, beacon, fish, flower, bird, moon]
