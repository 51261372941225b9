import { choiceIn, pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { type ChallengeType, KINDS, type Kind, TYPES } from '#domain/challenges/rules.ts'
import { formatTime } from '#platform/text/dates.ts'

interface Month<Item> {
  key: string
  name: string
  year: string
  items: Item[]
}

export function groupByMonth<Item extends { completedAt: Date | null }>(
  items: readonly Item[],
): Month<Item>[] {
  const months: Month<Item>[] = []
  for (const item of items) {
    if (!item.completedAt) continue
    const key = item.completedAt.toISOString().slice(0, 7)
    const latest = months.at(-1)
    if (latest?.key === key) latest.items.push(item)
    else months.push({ key, ...monthAndYear(item.completedAt), items: [item] })
  }
  return months
}

function monthAndYear(date: Date): { name: string; year: string } {
  return { name: formatTime(date, 'monthname', 'UTC'), year: String(date.getUTCFullYear()) }
}

export interface ArchiveParams {
  type: ChallengeType | null
  kind: Kind | null
  page: number
}

/** Reads ?type=daily&kind=audio&page=2; unknown values are ignored. */
export function readArchiveParams(params: URLSearchParams): ArchiveParams {
  return {
    type: choiceIn(params, 'type', TYPES),
    kind: choiceIn(params, 'kind', KINDS),
    page: pageIn(params),
  }
}

export function archivePath({ type, kind, page }: ArchiveParams, hash?: string): string {
  return pathWith('/challenges/archive', { type, kind, page: page > 1 ? page : null }, hash)
}
