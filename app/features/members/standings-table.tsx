import { Link } from 'react-router'
import { MemberLine, YouBadge } from '#app/parts/members/member.tsx'
import { RankProgress } from '#app/parts/members/rank-progress.tsx'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { NumberText, Place } from '#app/ui/number.tsx'
import { Section } from '#app/ui/section.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import type { LeaderboardRow } from '#domain/leaderboard/leaderboard.server.ts'
import type { Period } from '#domain/points/rules.ts'
import { leaderboardPath } from './periods.ts'

interface Props {
  period: Period | null
  span: string | null
  ninjas: LeaderboardRow[] | null
  sizes: { shown: number; all: number }
  expanded: boolean
  viewerId: string | null
}

export function LeaderboardTable({ period, span, ninjas, sizes, expanded, viewerId }: Props) {
  const rows = ninjas?.slice(0, expanded ? sizes.all : sizes.shown) ?? []
  return (
    <Section
      id="top-ninjas"
      title="Top Ninjas"
      subtitle={span && `By the points of ${span}.`}
      aside={<PeriodFilter current={period} />}
      className="min-w-0"
    >
      {ninjas?.length === 0 ? (
        <NoNinjas period={period} />
      ) : (
        <Card flush className="overflow-hidden">
          <DataTable
            layout="ranking"
            columns={columns(viewerId)}
            rows={rows}
            rowKey={({ id }) => id}
            marked={({ id }) => id === viewerId}
            instead={
              ninjas === null && (
                <div className="p-4">
                  <ErrorPanel message="Error loading leaderboard data. Please try again later." />
                </div>
              )
            }
          />
          {ninjas && ninjas.length > sizes.shown && (
            <ShowMore period={period} expanded={expanded} sizes={sizes} />
          )}
        </Card>
      )}
    </Section>
  )
}

const PERIOD_LABELS = [
  { period: 'month', label: 'This month' },
  { period: 'season', label: 'This season' },
  { period: null, label: 'All time' },
] as const

function PeriodFilter({ current }: { current: Period | null }) {
  const hash = useTableHash()
  const segments = PERIOD_LABELS.map(({ period, label }) => ({
    to: leaderboardPath(period, null, hash),
    label,
    current: period === current,
  }))
  return <Segmented label="Period" segments={segments} />
}

/** Without scripts the page reloads, so that links lead back to the table. */
function useTableHash(): string {
  return useHydrated() ? '' : 'top-ninjas'
}

function NoNinjas({ period }: { period: Period | null }) {
  if (!period) {
    return <EmptyState subject="ninja">No ninjas found yet. Be the first to participate!</EmptyState>
  }
  return (
    <EmptyState subject="ninja" action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}>
      No points this {period} yet. Enter a challenge or vote to be the first.
    </EmptyState>
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
    {
      header: 'Next rank',
      width: 'w-60',
      wideOnly: true,
      cell: ({ totalPoints, rank }) => <RankProgress points={totalPoints} rank={rank} bare />,
    },
    {
      header: 'Points',
      align: 'figures',
      width: 'w-20 sm:w-30',
      cell: ({ points }) => <NumberText value={points} className="font-semibold max-sm:text-small" />,
    },
  ]
}

function ShowMore({ period, expanded, sizes }: Pick<Props, 'period' | 'expanded' | 'sizes'>) {
  const hash = useTableHash()
  return (
    <Link
      to={leaderboardPath(period, expanded ? null : sizes.all, hash)}
      preventScrollReset
      className="flex min-h-12 items-center justify-center gap-2 border-t border-line text-calm font-semibold text-muted hover:text-ink"
    >
      Show top {expanded ? sizes.shown : sizes.all}
      <Icon name={expanded ? 'up' : 'down'} className="size-4" />
    </Link>
  )
}
