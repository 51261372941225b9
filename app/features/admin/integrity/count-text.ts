import { formatNumber } from '#app/ui/number.tsx'

/** A count of votes, or that it is hidden. */
export function countText(count: number | null): string {
  return count === null ? 'Hidden' : formatNumber(count)
}
