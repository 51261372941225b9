import { along, mix } from '../colour.ts'
import { layered, noise } from '../noise.ts'
import type { Style } from '../scenery.ts'
import { circle, curve, drawing, fill, gradient, type Point, paint, path, stroke } from '../svg.ts'

/** One hundred readings of a landscape that hums: each line hides what lies behind it. */
export const ridgelines: Style = (random, palette, size) => {
  const field = layered(noise(random), 2)
  const lines = random.int(20, 28)
  const [centre, spread] = [random.range(0.35, 0.65), random.range(0.2, 0.4)]
  const top = size.height * random.range(0.3, 0.42)
  const sky = gradient('sky', [
    { at: 0, colour: palette.mood === 'night' ? palette.deep : palette.ground },
    { at: 1, colour: mix(palette.ground, palette.colours[3], 0.35) },
  ])
  const tones = random.shuffle(palette.colours).slice(0, 3)
  const drawn = Array.from({ length: lines }, (_, row) => {
    const depth = row / (lines - 1)
    const base = top + (size.height * 1.02 - top) * depth ** 1.2
    const points: Point[] = []
    for (let x = -20; x <= size.width + 20; x += 20) {
      const near = Math.exp(-(((x / size.width - centre) / spread) ** 2))
      points.push([
        x,
        base -
          near * (0.5 + 0.5 * field(x / 190, row * 0.21)) ** 1.4 * 330 * (0.4 + depth * 0.6) -
          field(x / 120, row) * 7,
      ])
    }
    const tone = along([palette.ink, ...tones], depth)
    const hide = path(`${curve(points)}V${size.height + 20}H-20Z`, {
      fill: mix(palette.mood === 'night' ? palette.deep : palette.ground, tone, 0.1 + depth * 0.12),
    })
    return hide + path(curve(points), stroke(tone, 2.4 + depth * 3.2))
  })
  const sun = circle(
    size.width * random.range(0.25, 0.75),
    top * random.range(0.7, 1),
    random.range(70, 130),
    { fill: random.pick(tones) },
  )
  return drawing(size, [fill(size, paint('sky')), sun, ...drawn], [sky])
}
