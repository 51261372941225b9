import { along } from '../colour.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { curve, drawing, fill, group, type Point, path, type Size } from '../svg.ts'

type Shift = (x: number, y: number) => number

/** Upright bands that swell and lean until the flat picture seems to breathe. */
export const moire: Style = (random, palette, size) => {
  const bands = random.int(20, 34)
  const pitch = size.width / bands
  const shift = swell(random, size)
  const tones = random.shuffle([...palette.colours, palette.ink])
  const many = random.chance(0.6)
  const edge = (place: number) => {
    const points: Point[] = []
    for (let y = -20; y <= size.height + 20; y += 22)
      points.push([place * pitch + shift(place * pitch, y), y])
    return points
  }
  const drawn = Array.from({ length: bands + 16 }, (_, index) => {
    const place = index - 8
    const [left, right] = [edge(place), edge(place + (many ? 0.62 : 0.5)).reverse()]
    const [endX, endY] = right[0] ?? [0, 0]
    const colour = many
      ? along(tones.slice(0, 4), (index % 12) / 11)
      : index % 7 === 3
        ? (tones[1] ?? palette.ink)
        : (tones[0] ?? palette.ink)
    return path(`${curve(left)}L${endX} ${endY}${curve(right).replace(/^M[^C]*/, '')}Z`, { fill: colour })
  })
  const turn = random.pick([0, 0, 90, 24, -24])
  const turned = group(
    {
      transform: `rotate(${turn} ${size.width / 2} ${size.height / 2}) translate(${size.width / 2} ${size.height / 2}) scale(${turn ? 1.7 : 1}) translate(${-size.width / 2} ${-size.height / 2})`,
    },
    drawn,
  )
  return drawing(size, [fill(size, palette.mood === 'night' ? palette.deep : palette.ground), turned])
}

function swell(random: Random, size: Size): Shift {
  const [cx, cy] = [size.width * random.range(0.3, 0.7), size.height * random.range(0.35, 0.65)]
  const reach = size.height * random.range(0.34, 0.52)
  const wave = random.range(18, 46)
  const length = random.range(60, 130)
  const ball: Shift = (x, y) => {
    const far = Math.hypot(x - cx, y - cy) / reach
    return far >= 1 ? 0 : (x - cx) * 0.9 * (1 - far ** 2) ** 2
  }
  return random.pick<Shift>([
    (x, y) => Math.sin(y / length + x / 260) * wave,
    (x, y) => ball(x, y) + Math.sin(y / (length * 1.4)) * wave * 0.35,
    (x, y) => Math.sin(y / length) * wave * Math.sin((x / size.width) * Math.PI * 2),
  ])
}
