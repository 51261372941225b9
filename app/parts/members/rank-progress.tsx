import { Progress } from '#app/ui/figures/progress.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { rankProgress } from '#domain/points/ranks.ts'
import { rankClass } from './rank.tsx'

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
