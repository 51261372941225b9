import { darker, lighter } from '../colour.ts'
import { type Style, scatter } from '../scenery.ts'
import { circle, drawing, fill, glow, paint, polygon } from '../svg.ts'
import { cells } from '../voronoi.ts'
import { bloom, coast, valley } from './parts/glass-scenes.ts'

/** A window of leaded glass: a coast, a valley or one great flower. Panes meet exactly along the drawing's lines. */
export const stainedglass: Style = (random, palette, size) => {
  const pitch = random.range(66, 88)
  const scene = random.pick([coast, valley, bloom])(random, palette, size, pitch)
  const loose = scatter(random, size, pitch, 30).filter(([x, y]) =>
    scene.fixed.every(([a, b]) => Math.hypot(a - x, b - y) > pitch * 0.72),
  )
  const seeds = [...scene.fixed, ...loose]
  const lead = darker(palette.mood === 'night' ? palette.deep : palette.ink, 0.45)
  const panes = cells(seeds, size).map((shape, index) => {
    const tone = scene.tone(seeds[index] ?? [0, 0])
    const glass = random.chance(0.55)
      ? lighter(tone, random.range(0, 0.16))
      : darker(tone, random.range(0, 0.16))
    return polygon(shape, { fill: glass, stroke: lead, 'stroke-width': 5.5, 'stroke-linejoin': 'round' })
  })
  const light = glow('light', [
    { at: 0, colour: '#ffffff', opacity: 0.4 },
    { at: 1, colour: '#ffffff', opacity: 0 },
  ])
  const shine = circle(...scene.light, size.height * 0.6, { fill: paint('light') })
  return drawing(size, [fill(size, lead), ...panes, shine], [light])
}
