import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import { MemberLine, YouBadge } from '#app/ui/member.tsx'
import { NumberText, Place } from '#app/ui/number.tsx'
import { Progress } from '#app/ui/progress-bar.tsx'
import { rankClass } from '#app/ui/rank.tsx'
import { Section } from '#app/ui/section.tsx'
import type { LeaderboardRow } from '#domain/members/queries.server.ts'
import { rankProgress } from '#domain/points/rules.ts'

interface Props {
  /** Null if they could not be loaded. */
  ninjas: LeaderboardRow[] | null
  sizes: { shown: number; all: number }
  expanded: boolean
  viewerId: string | null
}

export function LeaderboardTable({ ninjas, sizes, expanded, viewerId }: Props) {
  const rows = ninjas?.slice(0, expanded ? sizes.all : sizes.shown) ?? []
  return (
    <Section id="top-ninjas" title="Top Ninjas" className="min-w-0">
      {ninjas?.length === 0 ? (
        <EmptyState subject="ninja">No ninjas found yet. Be the first to participate!</EmptyState>
      ) : (
        <Card flush className="overflow-hidden">
          <DataTable
            layout="ranking"
            columns={columns(viewerId)}
            rows={rows}
            rowKey={({ id }) => id}
            marked={({ id }) => id === viewerId}
            instead={ninjas === null && <LoadError />}
          />
          {ninjas && ninjas.length > sizes.shown && <ShowMore expanded={expanded} sizes={sizes} />}
        </Card>
      )}
    </Section>
  )
}

function columns(viewerId: string | null): readonly Column<LeaderboardRow>[] {
  return [
    {
      header: 'Place',
      headerHidden: true,
      align: 'center',
      width: 'w-11 sm:w-17',
      cell: ({ position }) => <Place place={position} />,
    },
    {
      header: 'Ninja',
      part: 'subject',
      cell: (ninja) => <MemberLine person={ninja} beside={ninja.id === viewerId && <YouBadge />} />,
    },
    { header: 'Next rank', width: 'w-60', wideOnly: true, cell: (ninja) => <NextRank ninja={ninja} /> },
    {
      header: 'Points',
      align: 'figures',
      width: 'w-20 sm:w-30',
      cell: ({ points }) => <NumberText value={points} className="font-semibold max-sm:text-small" />,
    },
  ]
}

function NextRank({ ninja: { points, rank } }: { ninja: LeaderboardRow }) {
  const { next, percent } = rankProgress(points, rank)
  const ahead = next ? `Next: ${next.name}` : 'Max Rank'
  return (
    <div className={rankClass(rank)}>
      <p className="mb-1.5 text-small text-muted">{ahead}</p>
      <Progress value={percent} max={100} aria-label={`Rank Progress. ${ahead}`}>
        {percent}%
      </Progress>
    </div>
  )
}

function LoadError() {
  return (
    <div className="px-4 py-10 text-center">
      <p className="font-semibold">Error loading leaderboard data</p>
      <p className="mt-1 text-calm text-muted">Please try again later</p>
      <ButtonLink to="/leaderboard" reloadDocument variant="secondary" size="small" className="mt-4">
        Retry
      </ButtonLink>
    </div>
  )
}

function ShowMore({ expanded, sizes }: Pick<Props, 'expanded' | 'sizes'>) {
  // Without scripts the page reloads, so scroll back to the table.
  const hash = useHydrated() ? '' : '#top-ninjas'
  return (
    <Link
      to={`/leaderboard${expanded ? '' : `?ninjas=${sizes.all}`}${hash}`}
      preventScrollReset
      className="flex min-h-12 items-center justify-center gap-2 border-t border-line text-calm font-semibold text-muted hover:text-ink"
    >
      Show top {expanded ? sizes.shown : sizes.all}
      <Icon name={expanded ? 'up' : 'down'} className="size-4" />
    </Link>
  )
}
