import { formatNumber } from '#app/ui/number.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import type { ChallengeFigures } from '#domain/reporting/challenge-overview.server.ts'

/** How many take part. The votes of a secret ballot are not counted here before its completion. */
export function Figures({ head, figures }: { head: ChallengeHead; figures: ChallengeFigures }) {
  const { entries, rejected, drafts, votes, comments, followers } = figures
  const shown = [
    { label: entries === 1 ? 'entry' : 'entries', value: entries },
    ...(rejected > 0 ? [{ label: 'rejected', value: rejected }] : []),
    ...(drafts > 0 ? [{ label: drafts === 1 ? 'draft' : 'drafts', value: drafts }] : []),
    ...(head.hadVoting ? [{ label: votes === 1 ? 'voter' : 'voters', value: votes }] : []),
    ...(comments > 0 ? [{ label: comments === 1 ? 'comment' : 'comments', value: comments }] : []),
    { label: followers === 1 ? 'follower' : 'followers', value: followers },
  ]
  return (
    <ul aria-label="Figures" className="flex flex-wrap gap-x-7 gap-y-1.5 px-1 sm:gap-x-9">
      {shown.map(({ label, value }) => (
        <li key={label} className="flex items-baseline gap-2">
          <span className="font-display text-[1.625rem] leading-[1.3] font-bold tabular-nums">
            {value === null ? '–' : formatNumber(value)}
          </span>
          <span className="text-calm text-muted">
            {label}
            {value === null && ' (secret)'}
          </span>
        </li>
      ))}
    </ul>
  )
}
