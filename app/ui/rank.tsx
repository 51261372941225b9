import { RANKS, rankNamed, rankProgress } from '#domain/points/rules.ts'
import { memberRank } from './names.ts'
import { NumberText } from './number.tsx'

/** The rank's diamond and its name; the name stays in the text's colour, so it can be read on any ground. */
export function RankBadge({ rank, className = '' }: { rank: string; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2 text-small text-muted ${rankClass(rank)} ${className}`}>
      <span className="rank-diamond" aria-hidden="true" />
      {memberRank(rank)}
    </span>
  )
}

/** Points, the next rank's name and a bar in the rank's colour (PROF-7). */
export function RankProgress({ points, rank }: { points: number; rank: string }) {
  const { next, percent } = rankProgress(points, rank)
  const ahead = next ? `Next: ${next.name}` : 'Max Rank'
  return (
    <div className={rankClass(rank)}>
      <div className="mb-2 flex justify-between gap-4 text-small text-muted">
        <span>
          <NumberText value={points} /> points
        </span>
        <span>{ahead}</span>
      </div>
      <progress className="rank-bar" value={percent} max={100} aria-label={`Rank Progress. ${ahead}`}>
        {percent}%
      </progress>
    </div>
  )
}

/** The class that carries a rank's colour: rank-1 (Novice) to rank-8 (Legendary). */
export function rankClass(rank: string): string {
  return `rank-${RANKS.indexOf(rankNamed(rank)) + 1}`
}
