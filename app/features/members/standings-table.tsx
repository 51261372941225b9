import { Link } from 'react-router'
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
  /** The number of rows at first and after expanding. */
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
        <div className="card overflow-hidden">
          <table className="data-table standings">
            <thead>
              <tr>
                <th scope="col" className="standings-place">
                  <span className="sr-only">Place</span>
                </th>
                <th scope="col">Ninja</th>
                <th scope="col" className="standings-next">
                  Next rank
                </th>
                <th scope="col" className="standings-points">
                  Points
                </th>
              </tr>
            </thead>
            <tbody>
              {ninjas === null && <FailedRow />}
              {rows.map((ninja) => (
                <Row key={ninja.id} ninja={ninja} isMe={ninja.id === viewerId} />
              ))}
            </tbody>
          </table>
          {ninjas && ninjas.length > sizes.shown && <ShowMore expanded={expanded} sizes={sizes} />}
        </div>
      )}
    </Section>
  )
}

function Row({ ninja, isMe }: { ninja: LeaderboardRow; isMe: boolean }) {
  const { next, percent } = rankProgress(ninja.points, ninja.rank)
  const ahead = next ? `Next: ${next.name}` : 'Max Rank'
  return (
    <tr className={isMe ? 'standings-me' : undefined}>
      <td className="standings-place">
        <Place place={ninja.position} />
      </td>
      <td>
        <MemberLine person={ninja} beside={isMe && <YouBadge />} />
      </td>
      <td className={`standings-next ${rankClass(ninja.rank)}`}>
        <p className="mb-1.5 text-small text-muted">{ahead}</p>
        <Progress value={percent} max={100} aria-label={`Rank Progress. ${ahead}`}>
          {percent}%
        </Progress>
      </td>
      <td className="standings-points font-semibold">
        <NumberText value={ninja.points} />
      </td>
    </tr>
  )
}

function FailedRow() {
  return (
    <tr>
      <td colSpan={4} className="py-10 text-center">
        <p className="font-semibold">Error loading leaderboard data</p>
        <p className="mt-1 text-calm text-muted">Please try again later</p>
        <a href="/leaderboard" className="button button-secondary button-small mt-4">
          Retry
        </a>
      </td>
    </tr>
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
