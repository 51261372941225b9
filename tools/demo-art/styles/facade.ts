import { darker, lighter, mix } from '../colour.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../../../db/demo/random.ts'
import type { Style } from '../scenery.ts'
import { circle, drawing, ellipse, fill, glow, group, paint, path, rect, type Size, stroke } from '../svg.ts'

type Life = (palette: Palette, wide: number, tall: number, tone: string) => string

/** One wall, many windows: someone is up, someone has a cat, someone waters a fern. */
export const facade: Style = (random, palette, size) => {
  const wall = mix(palette.ground, palette.colours[3], palette.mood === 'night' ? 0.22 : 0.3)
  const columns = random.int(4, 6)
  const [wide, tall] = [(size.width / columns) * 0.56, (size.width / columns) * random.range(0.7, 0.86)]
  const [pitchX, pitchY] = [size.width / columns, tall * 1.5]
  const rows = Math.ceil(size.height / pitchY) + 1
  const parts: string[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [(column + 0.5) * pitchX, (row + 0.42) * pitchY - tall * 0.2]
      parts.push(
        group({ transform: `translate(${x - wide / 2} ${y - tall / 2})` }, [
          opening(random, palette, wide, tall, `${row}-${column}`),
        ]),
      )
    }
  const halo = glow('halo', [
    { at: 0, colour: palette.colours[2], opacity: 0.5 },
    { at: 1, colour: palette.colours[2], opacity: 0 },
  ])
  return drawing(size, [fill(size, wall), ...courses(palette, size, pitchY, wall), ...parts], [halo])
}

function courses(palette: Palette, size: Size, pitch: number, wall: string): string[] {
  const shade = palette.mood === 'night' ? darker(wall, 0.25) : darker(wall, 0.08)
  const lines: string[] = []
  for (let y = pitch * 0.94 - pitch * 0.2; y < size.height; y += pitch)
    lines.push(
      rect(0, y, size.width, 12, { fill: shade }),
      rect(0, y - 4, size.width, 4, { fill: lighter(wall, 0.1) }),
    )
  return lines
}

function opening(random: Random, palette: Palette, wide: number, tall: number, id: string): string {
  const awake = random.chance(0.62)
  const warm = random.pick([
    palette.colours[1],
    palette.colours[2],
    palette.colours[2],
    lighter(palette.colours[2], 0.35),
  ])
  const room = awake ? warm : mix(palette.deep, palette.colours[4], 0.3)
  const frame = palette.mood === 'night' ? mix(palette.ink, palette.deep, 0.35) : lighter(palette.ground, 0.4)
  const arch = random.chance(0.25) ? wide / 2 : 4
  const dark = darker(mix(palette.deep, palette.colours[4], 0.25), 0.2)
  const inside = awake
    ? random.pick(lives)(palette, wide, tall, dark)
    : rect(0, 0, wide, tall * random.range(0.2, 0.7), { fill: mix(room, palette.ink, 0.12) })
  const pane = { rx: arch, ry: arch }
  return [
    awake ? rect(-wide * 0.45, -tall * 0.4, wide * 1.9, tall * 1.8, { fill: paint('halo') }) : '',
    rect(-9, -9, wide + 18, tall + 14, { fill: frame, ...pane }),
    `<clipPath id="w${id}">${rect(0, 0, wide, tall, pane)}</clipPath>`,
    group({ 'clip-path': `url(#w${id})` }, [rect(0, 0, wide, tall, { fill: room }), inside]),
    random.chance(0.5) ? path(`M${wide / 2} 0V${tall}M0 ${tall * 0.42}H${wide}`, stroke(frame, 5)) : '',
    rect(-16, tall + 2, wide + 32, 11, { fill: frame }),
    random.chance(0.3) ? box(random, palette, wide, tall) : '',
  ].join('')
}

function box(random: Random, palette: Palette, wide: number, tall: number): string {
  const flowers = Array.from({ length: 9 }, (_, index) =>
    circle((index + 0.5) * (wide / 9), tall - 12 - random.range(0, 14), random.range(6, 10), {
      fill: random.pick([palette.colours[0], palette.colours[1], palette.colours[3], palette.ink]),
    }),
  )
  return flowers.join('') + rect(-6, tall - 8, wide + 12, 24, { fill: palette.colours[4], rx: 3 })
}

const cat: Life = (_palette, wide, tall, tone) =>
  path(
    `M${wide * 0.28} ${tall}C${wide * 0.24} ${tall * 0.66} ${wide * 0.4} ${tall * 0.62} ${wide * 0.42} ${tall * 0.5}L${wide * 0.41} ${tall * 0.38}L${wide * 0.49} ${tall * 0.43}H${wide * 0.57}L${wide * 0.65} ${tall * 0.38}L${wide * 0.64} ${tall * 0.52}C${wide * 0.78} ${tall * 0.66} ${wide * 0.8} ${tall * 0.8} ${wide * 0.76} ${tall}Z`,
    { fill: tone },
  ) +
  path(
    `M${wide * 0.76} ${tall * 0.96}Q${wide * 0.98} ${tall * 0.9} ${wide * 0.9} ${tall * 0.66}`,
    stroke(tone, wide * 0.05),
  )

const plant: Life = (palette, wide, tall, tone) => {
  const leaves = [-50, -25, 0, 25, 50].map((turn) =>
    ellipse(wide / 2, tall * 0.46, wide * 0.075, tall * 0.27, {
      fill: palette.colours[3],
      transform: `rotate(${turn} ${wide / 2} ${tall * 0.74})`,
    }),
  )
  return (
    leaves.join('') +
    path(`M${wide * 0.34} ${tall * 0.72}H${wide * 0.66}L${wide * 0.61} ${tall}H${wide * 0.39}Z`, {
      fill: tone,
    })
  )
}

const reader: Life = (palette, wide, tall, tone) =>
  circle(wide * 0.4, tall * 0.5, wide * 0.13, { fill: tone }) +
  path(
    `M${wide * 0.12} ${tall}Q${wide * 0.16} ${tall * 0.66} ${wide * 0.4} ${tall * 0.66}Q${wide * 0.62} ${tall * 0.68} ${wide * 0.66} ${tall}Z`,
    { fill: tone },
  ) +
  path(
    `M${wide * 0.52} ${tall * 0.84}L${wide * 0.7} ${tall * 0.72}L${wide * 0.92} ${tall * 0.8}L${wide * 0.74} ${tall * 0.94}Z`,
    { fill: palette.ink },
  )

const lampshade: Life = (palette, wide, tall, tone) =>
  path(`M${wide / 2} 0V${tall * 0.3}`, stroke(tone, 3)) +
  path(`M${wide * 0.34} ${tall * 0.3}H${wide * 0.66}L${wide * 0.8} ${tall * 0.48}H${wide * 0.2}Z`, {
    fill: palette.colours[0],
  }) +
  path(`M${wide * 0.2} ${tall * 0.48}H${wide * 0.8}L${wide} ${tall}H0Z`, { fill: '#ffffff', opacity: 0.28 })

const curtain: Life = (palette, wide, tall, tone) =>
  path(`M0 0H${wide * 0.4}Q${wide * 0.34} ${tall * 0.6} 0 ${tall * 0.86}Z`, { fill: palette.colours[0] }) +
  path(`M${wide} 0H${wide * 0.6}Q${wide * 0.66} ${tall * 0.6} ${wide} ${tall * 0.86}Z`, {
    fill: palette.colours[0],
  }) +
  rect(wide * 0.42, tall * 0.8, wide * 0.16, tall * 0.2, { fill: tone, rx: 4 })

const pair: Life = (_palette, wide, tall, tone) =>
  [0.32, 0.66]
    .map(
      (x, index) =>
        circle(wide * x, tall * (0.5 + index * 0.05), wide * 0.12, { fill: tone }) +
        path(
          `M${wide * (x - 0.22)} ${tall}Q${wide * (x - 0.2)} ${tall * 0.66} ${wide * x} ${tall * 0.66}Q${wide * (x + 0.2)} ${tall * 0.66} ${wide * (x + 0.22)} ${tall}Z`,
          { fill: tone },
        ),
    )
    .join('')

const lives: readonly Life[] = [cat, plant, reader, lampshade, curtain, pair, plant, curtain]
