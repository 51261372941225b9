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
  /** One more than is shown tells that there are others; null where they could not be loaded. */
  ninjas: Standing[] | null
  /** How many are shown at first, and how many there can be (NAV-37). */
  sizes: { shown: number; all: number }
  expanded: boolean
}

export function TopNinjas({ ninjas, sizes, expanded }: Props) {
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
            {ninjas.slice(0, expanded ? sizes.all : sizes.shown).map((ninja) => (
              <Row key={ninja.id} ninja={ninja} />
            ))}
          </ol>
          {ninjas.length > sizes.shown && <Expand expanded={expanded} sizes={sizes} />}
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

function Expand({ expanded, sizes }: Pick<Props, 'expanded' | 'sizes'>) {
  return (
    <Link
      to={expanded ? '/#top-ninjas' : `/?ninjas=${sizes.all}#top-ninjas`}
      preventScrollReset
      className="flex min-h-12 items-center justify-center gap-2 text-calm font-semibold text-muted hover:text-ink"
    >
      Show top {expanded ? sizes.shown : sizes.all}
      <Icon name={expanded ? 'up' : 'down'} className="size-4" />
    </Link>
  )
}
