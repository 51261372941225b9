import { Link } from 'react-router'
import { REWARDED_ACTIONS } from '#app/parts/challenges/rewards.tsx'
import { MemberLine } from '#app/parts/members/member.tsx'
import { rankClass } from '#app/parts/members/rank.tsx'
import { Card, Eyebrow } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NumberText, Place } from '#app/ui/number.tsx'
import { ListSection, Section } from '#app/ui/section.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import type { LeaderboardRow } from '#domain/leaderboard/leaderboard.server.ts'
import { RANKS, type Rank } from '#domain/points/ranks.ts'

interface Props {
  /** One more row than shown means that there are more; null if they could not be loaded. */
  ninjas: LeaderboardRow[] | null
  /** Rows shown at first, and when expanded (NAV-37). */
  sizes: { shown: number; all: number }
  expanded: boolean
}

export function TopNinjas({ ninjas, sizes, expanded }: Props) {
  return (
    <ListSection
      id="top-ninjas"
      title="Top Ninjas"
      link={{ to: '/leaderboard', label: 'Leaderboard' }}
      className="min-w-0"
      items={ninjas}
      failed="Error loading leaderboard data"
      empty={<EmptyState subject="ninja">No ninjas found yet. Be the first to participate!</EmptyState>}
    >
      {(items) => (
        <Card flush className="divide-y divide-line">
          <ol className="divide-y divide-line">
            {items.slice(0, expanded ? sizes.all : sizes.shown).map((ninja) => (
              <Row key={ninja.id} ninja={ninja} />
            ))}
          </ol>
          {items.length > sizes.shown && <Expand expanded={expanded} sizes={sizes} />}
        </Card>
      )}
    </ListSection>
  )
}

function Row({ ninja }: { ninja: LeaderboardRow }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3.5 sm:gap-x-6 sm:px-6">
      <span className="w-7 shrink-0 text-center">
        <Place place={ninja.position} />
      </span>
      <MemberLine person={ninja} />
      <span className="ml-auto font-semibold">
        <NumberText value={ninja.points} />
        <span className="sr-only"> {ninja.points === 1 ? 'point' : 'points'}</span>
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

/** The eight ranks as steps, with the viewer’s rank marked: rows on narrow screens, rising columns on wide ones. */
export function RankPath({ myRank }: { myRank: string | null }) {
  return (
    <Section
      id="the-path"
      title="The path"
      link={{ to: '/leaderboard#ranking-system', label: 'How ranks work' }}
      className="min-w-0"
    >
      <Card>
        <Eyebrow className="mb-5">Points to each rank</Eyebrow>
        <ol className="sm:grid sm:h-66 sm:grid-cols-8 sm:gap-1.5">
          {RANKS.map((rank) => (
            <PathStep key={rank.name} rank={rank} isMine={rank.name === myRank} />
          ))}
        </ol>
        <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-5 sm:grid-cols-4">
          {Object.values(REWARDED_ACTIONS).map(({ short, points }) => (
            <div key={short} className="flex flex-col-reverse">
              <dt className="text-small text-muted">{short}</dt>
              <dd className="font-display text-card tabular-nums">+{points}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  )
}

function PathStep({ rank, isMine }: { rank: Rank; isMine: boolean }) {
  return (
    <li
      className={`grid min-w-0 grid-cols-[minmax(min-content,5.5rem)_minmax(0,1fr)_minmax(min-content,4rem)] items-center gap-3 py-0.75 text-[0.8125rem] sm:flex sm:h-full sm:flex-col sm:justify-end sm:gap-2 sm:py-0 sm:text-center sm:text-[0.71875rem] ${rankClass(rank.name)}`}
    >
      <span className={isMine ? 'font-bold sm:order-2' : 'sm:order-2'}>
        {rank.name.replace(' Ninja', '')}
      </span>
      <span
        className="h-3 w-[calc(var(--step)*12.5%)] rounded-sm bg-[linear-gradient(to_right,color-mix(in_srgb,var(--rank)_45%,var(--color-panel)),var(--rank))] sm:order-1 sm:h-[calc(var(--step)*9.3%)] sm:w-full sm:rounded-[5px_5px_2px_2px] sm:bg-[linear-gradient(to_top,color-mix(in_srgb,var(--rank)_38%,var(--color-panel)),var(--rank))]"
        aria-hidden="true"
      />
      <span className="flex flex-wrap gap-x-1.5 tabular-nums sm:flex-col sm:gap-0">
        {compactPoints(rank.minimum)}
        {isMine && <span className="font-bold text-gold-text sm:-order-1">You</span>}
      </span>
    </li>
  )
}

/** 500, 1.25k, 30k: short enough to fit above a bar. */
function compactPoints(points: number): string {
  return points < 1_000 ? String(points) : `${points / 1_000}k`
}
