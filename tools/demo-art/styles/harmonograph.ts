import { along, mix } from '../colour.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { circle, curve, drawing, fill, glow, type Point, paint, path, type Size, stroke } from '../svg.ts'

/** Four pendulums and one pen: a figure that repeats itself until it tires. */
export const harmonograph: Style = (random, palette, size) => {
  const centre: Point = [size.width / 2, size.height / 2]
  const tones = random.shuffle([...palette.colours, palette.ink]).slice(0, 4)
  const turns = 13
  const strands = fitted(swing(random, turns), size)
  const drawn = strands.map((points, turn) =>
    path(curve(points), stroke(along(tones, turn / (turns - 1)), 5)),
  )
  const back = palette.mood === 'night' ? palette.deep : palette.ground
  const halo = glow('halo', [
    { at: 0, colour: mix(back, tones[0] ?? palette.ink, 0.4) },
    { at: 1, colour: back },
  ])
  return drawing(
    size,
    [fill(size, back), circle(...centre, size.width * 0.55, { fill: paint('halo') }), ...drawn],
    [halo],
  )
}

function swing(random: Random, turns: number): Point[][] {
  const [fx, fy] = random.pick([
    [2, 3],
    [3, 4],
    [1, 2],
    [3, 5],
    [4, 5],
  ] as const)
  const [a, b, c, d] = [0, 1, 2, 3].map(() => random.range(0, Math.PI * 2)) as [
    number,
    number,
    number,
    number,
  ]
  const drift = random.range(0.006, 0.014)
  const at = (t: number): Point => {
    const fade = Math.exp(-t * 0.0055)
    const x = Math.sin(fx * t + a) * 0.7 + Math.sin((fx + drift) * t + b) * 0.3
    const y = Math.sin(fy * t + c) * 0.7 + Math.sin((fy - drift) * t + d) * 0.3
    return [x * fade, y * fade]
  }
  return Array.from({ length: turns }, (_, turn) =>
    Array.from({ length: 66 }, (_, step) => at((turn + step / 64) * Math.PI * 2)),
  )
}

function fitted(strands: Point[][], size: Size): Point[][] {
  const all = strands.flat()
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))]
  const [top, bottom] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))]
  const [wide, tall] = [size.width * 0.84, size.height * 0.84]
  return strands.map((points) =>
    points.map(
      ([x, y]): Point => [
        size.width * 0.08 + ((x - left) / (right - left)) * wide,
        size.height * 0.08 + ((y - top) / (bottom - top)) * tall,
      ],
    ),
  )
}
