import { Link } from 'react-router'
import { formatCount } from '#app/ui/lists/number-text.tsx'
import { MemberLine } from '#app/ui/people/member-line.tsx'
import { RankProgress } from '#app/ui/people/rank-progress.tsx'
import { YouBadge } from '#app/ui/people/you-badge.tsx'
import type { Member } from '#domain/members/rules.ts'
import { rankProgress } from '#domain/points/rules.ts'

/** Where the viewer stands on the ladder, and how far the next rank is. */
export function MyStanding({ viewer }: { viewer: Member }) {
  const { next, challengesToNext } = rankProgress(viewer.points, viewer.rank)
  return (
    <section
      aria-label="Your standing"
      className="card mt-10 grid items-center gap-x-10 gap-y-5 px-6 py-5 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <MemberLine person={viewer} size="large" beside={<YouBadge />} />
      <RankProgress points={viewer.points} rank={viewer.rank} />
      <p className="text-calm text-muted">
        {next && `About ${formatCount(challengesToNext, 'challenge')} to ${next.name}. `}
        <Link to="#ranking-system" className="text-link">
          How ranks work
        </Link>
      </p>
    </section>
  )
}
