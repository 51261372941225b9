import { formatTime } from '#app/ui/time/format.ts'

export interface Month<Item> {
  /** '2026-10' */
  key: string
  /** 'October' */
  name: string
  /** '2026' */
  year: string
  items: Item[]
}

/** What ended, by the month it ended in, in the order given. Months are those of UTC, alike for every visitor. */
export function byMonth<Item extends { completedAt: Date | null }>(items: readonly Item[]): Month<Item>[] {
  const months: Month<Item>[] = []
  for (const item of items) {
    if (!item.completedAt) continue
    const key = item.completedAt.toISOString().slice(0, 7)
    const latest = months.at(-1)
    if (latest?.key === key) latest.items.push(item)
    else months.push({ key, ...wordsFor(item.completedAt), items: [item] })
  }
  return months
}

function wordsFor(moment: Date): { name: string; year: string } {
  const [name = '', year = ''] = formatTime(moment, 'month', 'UTC').split(' ')
  return { name, year }
}
