import { lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import {
  blur,
  circle,
  drawing,
  ellipse,
  fill,
  glow,
  gradient,
  group,
  paint,
  path,
  rect,
  type Size,
} from '../svg.ts'

/** A lit street seen through a wet pane: soft lights behind, drops and runs of water before them. */
export const rainwindow: Style = (random, palette, size) => {
  const street = size.height * random.range(0.56, 0.7)
  const sky = gradient('sky', [
    { at: 0, colour: palette.deep },
    { at: 0.6, colour: mix(palette.ground, palette.colours[0], 0.4) },
    { at: 1, colour: palette.deep },
  ])
  const drop = gradient('drop', [
    { at: 0, colour: palette.deep, opacity: 0.75 },
    { at: 0.55, colour: palette.ink, opacity: 0.12 },
    { at: 1, colour: palette.ink, opacity: 0.75 },
  ])
  const bokeh = glow('soft', [
    { at: 0.8, colour: '#ffffff', opacity: 1 },
    { at: 1, colour: '#ffffff', opacity: 0 },
  ])
  const behind = group({ filter: paint('far') }, [
    ...houses(random, palette, size, street),
    ...lights(random, palette, size, street),
  ])
  const body = [
    fill(size, paint('sky')),
    behind,
    ...runs(random, size),
    ...drops(random, size),
    ...frame(random, palette, size),
  ]
  return drawing(size, body, [sky, drop, bokeh, blur('far', 5)])
}

function houses(random: Random, palette: Palette, size: Size, street: number): string[] {
  return Array.from({ length: 9 }, (_, index) => {
    const height = size.height * random.range(0.15, 0.5)
    const tone = mix(palette.deep, palette.colours[0], random.range(0.1, 0.4))
    return rect((index - 0.3) * (size.width / 8), street - height, size.width / 7, height + 40, {
      fill: tone,
      opacity: 0.8,
    })
  })
}

function lights(random: Random, palette: Palette, size: Size, street: number): string[] {
  const warm = [palette.colours[1], palette.colours[2], palette.ink, ...palette.colours]
  return Array.from({ length: random.int(24, 40) }, () => {
    const far = random.next()
    const [x, y] = [random.range(0, size.width), street + random.gauss() * size.height * 0.16]
    const radius = 10 + far * 44
    const colour = random.pick(warm)
    const shine = ellipse(x, street + (street - y) * 0.5 + 90, radius * 0.6, radius * 2.4, {
      fill: colour,
      opacity: 0.14,
    })
    const disc = circle(x, y, radius, {
      fill: colour,
      opacity: random.range(0.3, 0.8),
      stroke: lighter(colour, 0.3),
      'stroke-width': 3,
    })
    return shine + disc
  })
}

function runs(random: Random, size: Size): string[] {
  return Array.from({ length: random.int(7, 14) }, () => {
    const [x, bottom] = [random.range(0, size.width), random.range(0.3, 1.05) * size.height]
    const [sway, width] = [random.range(-14, 14), random.range(5, 11)]
    const trail = `M${x} -10C${x + sway} ${bottom * 0.3} ${x - sway} ${bottom * 0.6} ${x} ${bottom}`
    const head = ellipse(x, bottom, width, width * 1.5, { fill: paint('drop') })
    const water = {
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': width,
      'stroke-opacity': 0.09,
      'stroke-linecap': 'round',
    }
    return path(trail, water) + head
  })
}

function drops(random: Random, size: Size): string[] {
  return Array.from({ length: 260 }, () => {
    const radius = 2.4 + random.next() ** 3 * 13
    const [x, y] = [random.range(0, size.width), random.range(0, size.height)]
    const body = ellipse(x, y, radius, radius * random.range(1, 1.35), { fill: paint('drop') })
    const spark = circle(x - radius * 0.3, y - radius * 0.45, radius * 0.2, { fill: '#ffffff', opacity: 0.8 })
    return radius > 6 ? body + spark : body
  })
}

function frame(random: Random, palette: Palette, size: Size): string[] {
  if (random.chance(0.5)) return []
  const bar = 26
  const x = size.width * random.pick([0.33, 0.5, 0.66])
  const y = size.height * random.pick([0.3, 0.42])
  const wood = { fill: mix(palette.deep, '#000000', 0.3) }
  return [rect(x - bar / 2, 0, bar, size.height, wood), rect(0, y - bar / 2, size.width, bar, wood)]
}
