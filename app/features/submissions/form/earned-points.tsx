import { useLayoutEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { RankDiamond, rankClass } from '#app/parts/members/rank.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { rankAfter, rankNamed } from '#domain/points/ranks.ts'
import type { Earned } from '#domain/submissions/receipt.server.ts'

/** The points of a submission, counted up, and the way to the next rank, of which they are the new part. */
export function EarnedPoints({ earned, total, rank }: Earned) {
  const next = rankAfter(rankNamed(rank))
  const of = next && `of ${formatNumber(next.minimum)}`
  const [before, after] = [total - earned, total].map((points) => percentTo(points, rank))
  return (
    <section
      aria-label="Points"
      className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-line bg-panel px-5 py-4 text-left ${rankClass(rank)}`}
    >
      {earned > 0 && <CountUp to={earned} />}
      <div className="min-w-0 flex-1 basis-24">
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-compact">
          <span className="flex items-center gap-2.5">
            <RankDiamond />
            {rank}
          </span>
          <span className="text-muted tabular-nums">
            <strong className="text-ink">{formatNumber(total)}</strong> {of ?? 'points, Max Rank'}
          </span>
        </p>
        <svg
          role="img"
          aria-label={next ? `${formatNumber(total)} ${of} points, to ${next.name}` : 'Max Rank'}
          className="mt-2.5 block h-2 w-full rounded-full bg-ink/12"
        >
          <rect width={`${before}%`} height="100%" className="fill-(--rank)" />
          <rect
            x={`${before}%`}
            width={`${(after ?? 0) - (before ?? 0)}%`}
            height="100%"
            className="origin-left animate-grow fill-good [transform-box:fill-box]"
          />
        </svg>
      </div>
    </section>
  )
}

/** From the minimum of a rank to the next one. */
function percentTo(points: number, rankName: string): number {
  const rank = rankNamed(rankName)
  const next = rankAfter(rank)
  if (!next) return 100
  return Math.min(100, Math.max(0, (100 * (points - rank.minimum)) / (next.minimum - rank.minimum)))
}

const countMs = 900

/** Counts only after a form was sent by scripts: the server shows the end. */
function CountUp({ to }: { to: number }) {
  const isArrival = useNavigationType() !== 'POP'
  const [shown, setShown] = useState(to)
  useLayoutEffect(() => {
    if (!isArrival || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const begun = performance.now()
    let frame = 0
    const step = () => {
      const part = Math.min(1, (performance.now() - begun) / countMs)
      setShown(Math.round(to * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    step()
    return () => cancelAnimationFrame(frame)
  }, [to, isArrival])
  return (
    <p className="font-display text-[3.25rem] leading-none text-good-text tabular-nums">
      <span className="sr-only">+{to} points</span>
      <span aria-hidden="true" className="relative block text-right">
        <span className="invisible">+{to}</span>
        <span className="absolute right-0">+{shown}</span>
      </span>
    </p>
  )
}
