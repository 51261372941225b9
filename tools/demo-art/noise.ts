import type { Random } from '../../db/demo/random.ts'

/** A smooth field over the plane with values in about [-1, 1]; features are one unit wide. */
export type Field = (x: number, y: number) => number

/** Gradient noise: hills and hollows without any grid to be seen. */
export function noise(random: Random): Field {
  const order = random.shuffle(Array.from({ length: 256 }, (_, index) => index))
  const angle = (x: number, y: number) =>
    ((order[((order[x & 255] ?? 0) + y) & 255] ?? 0) / 256) * Math.PI * 2
  const pull = (cellX: number, cellY: number, x: number, y: number) => {
    const turn = angle(cellX, cellY)
    return Math.cos(turn) * (x - cellX) + Math.sin(turn) * (y - cellY)
  }
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [fade(x - left), fade(y - top)]
    const upper = blend(pull(left, top, x, y), pull(left + 1, top, x, y), u)
    const lower = blend(pull(left, top + 1, x, y), pull(left + 1, top + 1, x, y), u)
    return blend(upper, lower, v) * 1.5
  }
}

/** Several octaves of one field: large shapes with finer ones on them. */
export function layered(field: Field, octaves: number): Field {
  return (x, y) => {
    let [sum, weight, scale, total] = [0, 1, 1, 0]
    for (let octave = 0; octave < octaves; octave++) {
      sum += field(x * scale + octave * 17.3, y * scale - octave * 9.1) * weight
      total += weight
      weight *= 0.5
      scale *= 2
    }
    return sum / total
  }
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

function blend(a: number, b: number, t: number): number {
  return a + (b - a) * t
}
