import { Progress } from '#app/ui/figures/progress.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { RANKS, rankNamed, rankProgress } from '#domain/points/rules.ts'
import { memberRank } from './names.ts'

export function RankBadge({ rank, className = '' }: { rank: string; className?: string }) {
  return (
    <span
      className={`inline-flex max-w-full min-w-0 items-center gap-2 rounded-full border border-[color-mix(in_srgb,var(--rank)_60%,transparent)] bg-[color-mix(in_srgb,var(--rank)_16%,transparent)] px-2.5 py-px text-small text-ink ${rankClass(rank)} ${className}`}
    >
      <RankDiamond />
      {memberRank(rank)}
    </span>
  )
}

/** In the color of the `rankClass` around it. */
export function RankDiamond() {
  return (
    <span
      className="inline-block size-2.25 flex-none rotate-45 rounded-xs bg-(--rank) shadow-[0_0_0_1px_color-mix(in_srgb,var(--rank)_70%,light-dark(#000,#fff))]"
      aria-hidden="true"
    />
  )
}

interface RankProgressProps {
  points: number
  rank: string
  /** Without the points, which stand beside it. */
  bare?: boolean
}

/** Points, the name of the next rank and a progress bar (PROF-7). */
export function RankProgress({ points, rank, bare = false }: RankProgressProps) {
  const { next, percent } = rankProgress(points, rank)
  const ahead = next ? `Next: ${next.name}` : 'Max Rank'
  return (
    <div className={`w-full ${rankClass(rank)}`}>
      {bare ? (
        <p className="mb-2 text-small text-muted">{ahead}</p>
      ) : (
        <div className="mb-2 flex justify-between gap-4 text-small text-muted">
          <span className="tabular-nums">{formatCount(points, 'point')}</span>
          <span>{ahead}</span>
        </div>
      )}
      <Progress value={percent} max={100} aria-label={`Rank Progress. ${ahead}`}>
        {percent}%
      </Progress>
    </div>
  )
}

/** The class that sets the color of a rank (tokens.css): rank-1 (Novice) to rank-8 (Legendary). */
export function rankClass(rank: string): string {
  return `rank-${RANKS.indexOf(rankNamed(rank)) + 1}`
}
