import { along, mix } from '../colour.ts'
import { contours, survey } from '../contours.ts'
import { layered, noise } from '../noise.ts'
import { blob, type Style } from '../scenery.ts'
import { curve, drawing, fill, path } from '../svg.ts'

/** Suminagashi: rings of ink let fall on water, then combed once and breathed on. */
export const marble: Style = (random, palette, size) => {
  const field = layered(noise(random), 2)
  const centres = Array.from(
    { length: random.int(2, 4) },
    () => [random.range(0, size.width), random.range(0, size.height)] as const,
  )
  const [warp, scale] = [random.range(130, 260), random.range(330, 560)]
  const value = (x: number, y: number) => {
    const [wx, wy] = [x + field(x / scale, y / scale) * warp, y + field(x / scale + 60, y / scale) * warp]
    return Math.min(...centres.map(([cx, cy], index) => Math.hypot(wx - cx, (wy - cy) * 1.2) + index * 30))
  }
  const tones = random.shuffle(palette.colours).slice(0, 3)
  const paper = palette.mood === 'night' ? palette.deep : palette.ground
  const range = [
    tones[0] ?? paper,
    paper,
    tones[1] ?? paper,
    palette.ink,
    paper,
    tones[2] ?? paper,
    mix(paper, tones[0] ?? paper, 0.5),
  ]
  const rings = Math.ceil(size.width / 46)
  const chart = survey((x, y) => -value(x, y), size, 16)
  const drops = Array.from({ length: rings }, (_, index) => {
    const level = 900 - index * (900 / rings) * random.range(0.96, 1.04)
    const tone = along(range, (index % 7) / 6)
    return contours(chart, -level).map((points) => path(curve(points, true), { fill: tone }))
  })
  const flecks = Array.from({ length: 9 }, () => {
    const at = [random.range(0, size.width), random.range(0, size.height)] as const
    return path(curve(blob(random, at, random.range(4, 15), 0.35), true), { fill: tones[0] ?? palette.ink })
  })
  return drawing(size, [fill(size, paper), ...drops.flat(), ...flecks])
}
