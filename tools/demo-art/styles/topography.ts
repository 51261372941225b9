import { along, lightness, mix } from '../colour.ts'
import { contours, survey } from '../contours.ts'
import { layered, noise } from '../noise.ts'
import { polar, type Style } from '../scenery.ts'
import { circle, curve, drawing, fill, type Point, path, stroke } from '../svg.ts'

/** A map in height tints: contour lines, one route, a few places marked. */
export const topography: Style = (random, palette, size) => {
  const field = layered(noise(random), 3)
  const scale = random.range(300, 460)
  const height = (x: number, y: number) => field(x / scale, y / scale)
  const levels = Array.from({ length: 11 }, (_, index) => -0.5 + index * 0.1)
  const tones = random
    .shuffle(palette.colours)
    .slice(0, 3)
    .sort((a, b) => (lightness(a) - lightness(b)) * (palette.mood === 'night' ? 1 : -1))
  const range = [
    palette.mood === 'night' ? palette.deep : mix(palette.ground, '#ffffff', 0.3),
    ...tones,
    palette.ink,
  ]
  const chart = survey(height, size, 15)
  const layers = levels.flatMap((level, index) => {
    const tone = along(range, (index + 1) / (levels.length + 1))
    return contours(chart, level).map((points) =>
      path(curve(points, true), {
        fill: tone,
        stroke: mix(tone, palette.ink, 0.35),
        'stroke-width': index % 5 === 0 ? 2.2 : 1,
      }),
    )
  })
  let [at, heading] = [
    [size.width * 0.14, size.height * random.range(0.3, 0.7)] as Point,
    random.range(-0.4, 0.4),
  ]
  const route = Array.from({ length: 14 }, () => {
    heading = heading * 0.8 + random.range(-0.6, 0.6)
    at = polar(at, size.width * 0.055, heading)
    return at
  })
  const trail = path(
    curve(route),
    stroke(palette.mood === 'night' ? palette.ink : palette.colours[0], 5, { 'stroke-dasharray': '2 13' }),
  )
  const marks = [route[0], route[6], route.at(-1)].map((place) =>
    place
      ? circle(...place, 11, { fill: palette.colours[1], stroke: palette.ground, 'stroke-width': 5 })
      : '',
  )
  return drawing(size, [fill(size, range[0] ?? palette.ground), ...layers, trail, ...marks])
}
