import { NumberText } from '#app/ui/lists/number-text.tsx'
import { rankProgress } from '#domain/points/rules.ts'
import { rankClass } from './rank-class.ts'

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
