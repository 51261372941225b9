const mostSteps = 5

/** Round axis labels from the highest down to 0; the highest is at least `most`. */
export function axisFor(most: number): number[] {
  const step = roundUp(Math.max(most, 1) / mostSteps)
  const steps = Math.max(2, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, index) => step * (steps - index))
}

/** Rounds up to 1, 2, 5, 10, 20, 25, 50, 100, 200, 250 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(value)))
  const rounds = power === 1 ? [1, 2, 5] : [1, 2, 2.5, 5]
  return power * (rounds.find((round) => round * power >= value) ?? 10)
}
