import { formatNumber, NumberText } from '#app/ui/lists/number-text.tsx'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { mostPoints, rankFor, totalAfter } from '#domain/points/rules.ts'
import type { MemberRow } from '#domain/points/table.server.ts'

interface Props {
  member: MemberRow
  /** 0 while nothing is typed. */
  change: number
}

/** What a change would leave, while it is being typed: the total that the ledger keeps, and the rank it earns. */
export function NewTotal({ member, change }: Props) {
  const total = totalAfter(member.points, change)
  const tooMany = total > mostPoints
  const floored = member.points + change < 0
  const rank = change === 0 ? member.rank : rankFor(total).name
  return (
    <output className="card mt-5 mb-6 block bg-panel-2 px-5 py-4">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted">New total will be</span>
        <span className="flex items-baseline gap-4">
          <RankBadge rank={rank} />
          <NumberText value={total} className="font-display text-card font-bold" />
        </span>
      </span>
      {tooMany && <Remark bad>A total cannot exceed {formatNumber(mostPoints)}.</Remark>}
      {floored && (
        <Remark>A total never falls below 0: {formatNumber(member.points)} points are taken.</Remark>
      )}
      {rank !== member.rank && (
        <Remark>
          The rank changes from {member.rank} to {rank}.
        </Remark>
      )}
    </output>
  )
}

function Remark({ bad, children }: { bad?: boolean; children: React.ReactNode }) {
  return <span className={`mt-1 block text-small ${bad ? 'text-bad' : 'text-muted'}`}>{children}</span>
}
