import { type Site, startSite } from './site.ts'

export interface Row {
  work: string
  /** A figure with its unit for each version. */
  found: string[]
  goal: string
}

/** `large` is a folder that `npm run bench:seed` has filled. */
interface PartOptions {
  rounds: number
  large?: string
}

/** Measures the versions in these folders in alternation, since other work on the machine slows all of them. */
export type Part = (versions: string[], options: PartOptions) => Promise<Row[]>

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50)
}

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** The figures of `measure` for each version in each round. */
export async function inRounds<Subject, Figure>(
  subjects: Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<Figure>,
): Promise<Figure[][]> {
  const found: Figure[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, subject] of subjects.entries()) found[index]?.push(await measure(subject))
  return found
}

/** A throughput and its share of another one. */
export function medianShare(found: { share: number; perSecond: number }[]): string {
  const perSecond = median(found.map((one) => one.perSecond))
  return `${median(found.map(({ share }) => share)).toFixed(2)} (${perSecond.toFixed(0)}/s)`
}

/** Starts a demo of each version for the time of `measure`. */
export async function withSites<Result>(
  versions: string[],
  measure: (sites: Site[]) => Promise<Result>,
): Promise<Result> {
  const sites: Site[] = []
  try {
    for (const version of versions) sites.push(await startSite({ version }))
    return await measure(sites)
  } finally {
    for (const site of sites) await site.stop()
  }
}
