export interface PartOptions {
  rounds: number
  /** Of a measurement over time. */
  minutes: number
  /** A folder that `npm run bench:seed` has filled. */
  large: string | null
}

/** A measured line of the table in docs/performance.md. */
export interface Row {
  work: string
  /** Both measured figures, with their units. */
  measured: string
  against: string
  ratio: number
  goal: string
  met: boolean
}

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50)
}

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Measures both in turn, since other work on the machine changes both alike. Returns the medians, and of their ratios. */
export async function alternate(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<{ first: number; second: number; ratio: number }> {
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round++) {
    // The order changes, because the one measured later may find a warmer machine.
    const before = round % 2 === 0 ? await first() : undefined
    const other = await second()
    pairs.push([before ?? (await first()), other])
  }
  return {
    first: median(pairs.map(([one]) => one)),
    second: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([one, other]) => one / other)),
  }
}
