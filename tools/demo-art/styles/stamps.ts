import { lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import { polar, type Style } from '../scenery.ts'
import {
  blur,
  circle,
  drawing,
  fill,
  group,
  line,
  type Point,
  paint,
  path,
  rect,
  type Size,
  stroke,
} from '../svg.ts'
import { type Scene, scenes } from './parts/stamp-scenes.ts'

/** A sheet of stamps from a post office that was never open: six tiny views and one postmark. */
export const stamps: Style = (random, palette, size) => {
  const columns = size.width > size.height ? random.pick([3, 4]) : 2
  const rows = size.width > size.height ? 2 : 3
  const [pitchX, pitchY] = [size.width / (columns + 0.4), size.height / (rows + 0.25)]
  const [wide, tall] = [pitchX * 0.84, pitchY * 0.84]
  const table = mix(
    palette.ground,
    palette.mood === 'night' ? palette.deep : palette.colours[4],
    palette.mood === 'night' ? 0.4 : 0.3,
  )
  const order = random.shuffle(scenes)
  const sheet = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [x, y] = [(column + 0.7) * pitchX, (row + 0.62) * pitchY]
    const scene = order[index % order.length] ?? random.pick(scenes)
    return group({ transform: `translate(${x} ${y}) rotate(${random.range(-3.2, 3.2)})` }, [
      stamp(random, palette, wide, tall, scene, index),
    ])
  })
  return drawing(size, [fill(size, table), ...sheet, postmark(random, palette, size)], [blur('soft', 6)])
}

function stamp(
  random: Random,
  palette: Palette,
  wide: number,
  tall: number,
  scene: Scene,
  index: number,
): string {
  const paper = lighter(palette.mood === 'night' ? palette.ink : palette.ground, 0.45)
  const edge = perforated(wide, tall)
  const [w, h] = [wide * 0.84, tall * 0.84]
  const tones = random.shuffle(palette.colours)
  return [
    path(edge, { fill: '#000000', opacity: 0.28, filter: paint('soft'), transform: 'translate(4 8)' }),
    path(edge, { fill: paper }),
    `<clipPath id="s${index}">${rect(-w / 2, -h / 2, w, h, {})}</clipPath>`,
    group({ 'clip-path': `url(#s${index})` }, [scene(random, w, h, [...tones, palette.ink, palette.deep])]),
  ].join('')
}

function perforated(wide: number, tall: number): string {
  const [across, down] = [Math.round(wide / 22), Math.round(tall / 22)]
  const [dx, dy] = [wide / across, tall / down]
  const bite = (x: number, y: number) =>
    `a${dx * 0.27} ${dx * 0.27} 0 0 0 ${x * 0.54} ${y * 0.54}l${x * 0.23} ${y * 0.23}`
  const side = (count: number, x: number, y: number) =>
    Array.from({ length: count }, () => `l${x * 0.23} ${y * 0.23}${bite(x, y)}`).join('')
  return `M${-wide / 2} ${-tall / 2}${side(across, dx, 0)}${side(down, 0, dy)}${side(across, -dx, 0)}${side(down, 0, -dy)}Z`
}

function postmark(random: Random, palette: Palette, size: Size): string {
  const at: Point = [size.width * random.range(0.25, 0.8), size.height * random.range(0.3, 0.7)]
  const ink = stroke(palette.mood === 'night' ? palette.deep : palette.ink, 5, { opacity: 0.5 })
  const waves = [0, 1, 2, 3].map((row) => `M${at[0] + 92} ${at[1] - 42 + row * 28}q30 -20 60 0t60 0t60 0`)
  return (
    circle(...at, 86, ink) +
    circle(...at, 58, ink) +
    path(line([polar(at, 58, Math.PI), polar(at, 58, 0)]), ink) +
    path(waves.join(''), ink)
  )
}
