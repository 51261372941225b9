import { rankOf } from './names.ts'
import { rankClass } from './rank-class.ts'

/** The rank's diamond and its name; the name stays in the text's colour, so it can be read on any ground. */
export function RankBadge({ rank, className = '' }: { rank: string; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2 text-small text-muted ${rankClass(rank)} ${className}`}>
      <span className="rank-diamond" aria-hidden="true" />
      {rankOf(rank)}
    </span>
  )
}
