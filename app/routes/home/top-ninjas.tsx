import { Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import { NumberText } from '#app/ui/lists/number-text.tsx'
import { Place } from '#app/ui/lists/place.tsx'
import { MemberLine } from '#app/ui/people/member-line.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { Standing } from '#domain/points/queries.server.ts'

interface Props {
  ninjas: Standing[] | null
  /** All 20 instead of the first 5. */
  expanded: boolean
}

export function TopNinjas({ ninjas, expanded }: Props) {
  return (
    <Section
      id="top-ninjas"
      title="Top Ninjas"
      link={{ to: '/leaderboard', label: 'Leaderboard' }}
      className="min-w-0"
    >
      {ninjas === null && <ErrorPanel message="Error loading leaderboard data" />}
      {ninjas?.length === 0 && (
        <EmptyState subject="ninja">No ninjas found yet. Be the first to participate!</EmptyState>
      )}
      {ninjas && ninjas.length > 0 && (
        <div className="card rows">
          <ol className="rows">
            {ninjas.map((ninja) => (
              <Row key={ninja.id} ninja={ninja} />
            ))}
          </ol>
          {(expanded || ninjas.length === 5) && <Expand expanded={expanded} />}
        </div>
      )}
    </Section>
  )
}

function Row({ ninja }: { ninja: Standing }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3.5 sm:gap-6 sm:px-6">
      <span className="w-7 shrink-0 text-center">
        <Place place={ninja.position} />
      </span>
      <MemberLine person={ninja} />
      <span className="ml-auto font-semibold">
        <NumberText value={ninja.points} />
        <span className="sr-only"> points</span>
      </span>
    </li>
  )
}

function Expand({ expanded }: { expanded: boolean }) {
  return (
    <Link
      to={expanded ? '/#top-ninjas' : '/?ninjas=20#top-ninjas'}
      preventScrollReset
      className="flex min-h-12 items-center justify-center gap-2 text-calm font-semibold text-muted hover:text-ink"
    >
      {expanded ? 'Show top 5' : 'Show top 20'}
      <Icon name={expanded ? 'up' : 'down'} className="size-4" />
    </Link>
  )
}
