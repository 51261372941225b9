import { formatNumber } from '#app/ui/lists/number-text.tsx'
import type { Total } from '#platform/total.ts'

/** 'Showing 10 of 38 challenges'; read out when filters change it. */
export function Showing({ shown, total, of }: { shown: number; total: Total; of: string }) {
  const all = `${formatNumber(total.count)}${total.more ? '+' : ''}`
  return (
    <p role="status" className="figures text-small text-muted">
      Showing {formatNumber(shown)} of {all} {of}
    </p>
  )
}
