import { along, mix } from '../colour.ts'
import { noise } from '../noise.ts'
import type { Style } from '../scenery.ts'
import { circle, drawing, fill } from '../svg.ts'

/** Waves of the blue sea: overlapping scales whose colours drift across the sheet like weather. */
export const seigaiha: Style = (random, palette, size) => {
  const field = noise(random)
  const radius = random.pick([96, 112, 134])
  const tones = random.shuffle(palette.colours).slice(0, 4)
  const paper = palette.mood === 'night' ? palette.deep : palette.ground
  const line = random.chance(0.5) ? palette.ink : mix(paper, palette.ink, 0.1)
  const rows = Math.ceil(size.height / (radius / 2)) + 3
  const scales: string[] = []
  for (let row = -1; row < rows; row++)
    for (let x = row % 2 ? -radius : 0; x < size.width + radius * 2; x += radius * 2) {
      const y = row * (radius / 2)
      const drift = 0.5 + field(x / 430, y / 330) * 0.75
      const tone = along(tones, drift)
      const rare = random.chance(0.05)
      const [inner, outer] = rare
        ? [palette.ink, random.pick(palette.colours)]
        : [mix(tone, paper, 0.55), tone]
      scales.push(
        circle(x, y, radius, { fill: line }),
        circle(x, y, radius * 0.95, { fill: outer }),
        circle(x, y, radius * 0.74, { fill: inner }),
        circle(x, y, radius * 0.53, { fill: mix(outer, palette.ink, 0.12) }),
        circle(x, y, radius * 0.32, { fill: inner }),
      )
    }
  return drawing(size, [fill(size, paper), ...scales])
}
