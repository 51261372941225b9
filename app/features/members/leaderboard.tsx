import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { REWARD_TEXTS, RewardList } from '#app/parts/challenges/rewards.tsx'
import { MemberLine, YouBadge } from '#app/parts/members/member.tsx'
import { RankDiamond, RankProgress, rankClass } from '#app/parts/members/rank.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { TYPES, typeLabel } from '#domain/challenges/rules.ts'
import type { LeaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import { LEADERBOARD_SIZE, leaderboard, leaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import { periodLeaderboard, periodPlace } from '#domain/leaderboard/periods.server.ts'
import type { Member } from '#domain/members/rules.ts'
import {
  challengesFor,
  DISPLAYED_WIN_BONUS,
  type Period,
  RANKS,
  type Rank,
  rankAfter,
  rankProgress,
} from '#domain/points/rules.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import type { Route } from './+types/leaderboard.ts'
import { leaderboardPath, periodIn, periodSpan } from './periods.ts'
import { LeaderboardTable } from './standings-table.tsx'

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext)
  const viewer = context.get(viewerContext)
  const period = periodIn(new URL(request.url).searchParams)
  const [ninjas, place, now] = await Promise.all([
    loadOrNull(
      context,
      period ? periodLeaderboard(db, period, LEADERBOARD_SIZE.all) : leaderboard(db, LEADERBOARD_SIZE.all),
    ),
    viewer &&
      loadOrNull(context, period ? periodPlace(db, viewer.id, period) : leaderboardPlace(db, viewer.id)),
    period && pageTime(context),
  ])
  const span = period && now && periodSpan(period, now)
  const { guideValues } = settings.current()
  return { period, span, ninjas, sizes: LEADERBOARD_SIZE, viewer, place, guideValues }
}

/** All rows of a period are loaded at once: expanding needs no request. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const isExpanding =
    args.currentUrl.search !== args.nextUrl.search &&
    periodIn(args.currentUrl.searchParams) === periodIn(args.nextUrl.searchParams) &&
    !args.formMethod
  return args.currentUrl.pathname === args.nextUrl.pathname && isExpanding
    ? false
    : args.defaultShouldRevalidate
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Leaderboard',
    description: 'The ninjas with the most points, how to earn points, and the eight ranks.',
  })
}

export default function Leaderboard({ loaderData }: Route.ComponentProps) {
  const { period, span, ninjas, sizes, viewer, place, guideValues } = loaderData
  const expanded = useSearchParams()[0].get('ninjas') === String(sizes.all)
  const isListed = ninjas?.some(({ id }) => id === viewer?.id) ?? false
  return (
    <div className="page">
      <PageHeader title="Leaderboard" />
      {viewer && (
        <MyStanding viewer={viewer} period={period} place={place} listed={isListed ? sizes.all : null} />
      )}
      <div className="grid items-start gap-x-7 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LeaderboardTable
          period={period}
          span={span}
          ninjas={ninjas}
          sizes={sizes}
          expanded={expanded}
          viewerId={viewer?.id ?? null}
        />
        <PointSystem guideValues={guideValues} />
      </div>
      <RankingSystem myRank={viewer?.rank ?? null} guideValues={guideValues} />
    </div>
  )
}

interface StandingProps {
  viewer: Member
  period: Period | null
  place: LeaderboardPlace | null | undefined
  listed: number | null
}

/** The viewer's place, rank and the points to the next one (PTS-26). */
function MyStanding({ viewer, period, place, listed }: StandingProps) {
  const { next, pointsToNext } = rankProgress(viewer.points, viewer.rank)
  return (
    <Card
      as="section"
      flush
      id="your-standing"
      aria-label="Your standing"
      className="mb-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6 lg:grid lg:grid-cols-[minmax(0,auto)_auto_minmax(12rem,1fr)_auto] lg:gap-x-10"
    >
      <MemberLine person={viewer} />
      {place && <MyPlace period={period} place={place} listed={listed} />}
      {place === undefined && <p className="text-calm text-muted">No points this {period} yet</p>}
      <RankProgress points={viewer.points} rank={viewer.rank} />
      <p className="text-calm text-muted">
        {next && `${formatCount(pointsToNext, 'point')} to ${next.name}. `}
        <TextLink to="#ranking-system">How ranks work</TextLink>
      </p>
    </Card>
  )
}

interface PlaceProps {
  period: Period | null
  place: LeaderboardPlace
  listed: number | null
}

function MyPlace({ period, place: { place, isLast, total }, listed }: PlaceProps) {
  return (
    <div>
      <p className="font-display text-[1.5rem] leading-[1.15] font-bold tabular-nums">
        {formatOrdinal(place)}
        {isLast && ' or later'} of {formatNumber(total)}
        {period && <span className="font-sans text-small font-normal text-muted"> this {period}</span>}
      </p>
      <TextLink
        to={listed ? leaderboardPath(period, listed, 'top-ninjas') : '/profile/points'}
        className="inline-block min-h-6 text-small"
      >
        {listed ? 'See your row' : 'See your points'}
      </TextLink>
    </div>
  )
}

/** The points per action. The other two explanations of the winner's bonus are folded (PTS-6, PTS-7). */
function PointSystem({ guideValues }: { guideValues: boolean }) {
  return (
    <Section id="point-system" title="Point System" className="min-w-0 lg:sticky lg:top-22">
      <Card>
        <RewardList />
        <p className="mt-4 text-small text-muted">{REWARD_TEXTS.ties}</p>
        <ButtonLink to="/challenges" variant="secondary" wide className="mt-5">
          Join a Challenge
        </ButtonLink>
        {guideValues && (
          <GuideValues className="mt-3">
            <p className="text-small text-muted">Winners get 25-100 bonus points, or by type:</p>
            <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-px overflow-hidden rounded-control border border-line bg-line">
              {TYPES.map((type) => (
                <div key={type} className="flex flex-col items-center bg-panel px-1 py-2.5">
                  <dd className="font-display text-[1.25rem] leading-[1.2] font-bold tabular-nums">
                    {DISPLAYED_WIN_BONUS[type]}
                  </dd>
                  <dt className="text-small text-muted">{typeLabel(type)}</dt>
                </div>
              ))}
            </dl>
            <p className="mt-3 text-small">{REWARD_TEXTS.winFigures}</p>
          </GuideValues>
        )}
      </Card>
    </Section>
  )
}

/** Figures that count for nothing. */
function GuideValues({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <Disclosure
      summary="Guide values"
      summaryClassName="inline-flex min-h-11 cursor-pointer list-none items-center text-calm font-semibold text-muted"
      className={className}
    >
      <div className="pt-1">{children}</div>
    </Disclosure>
  )
}

/** The eight ranks: color, description and minimum; share and challenges to the next are folded (PTS-9, PTS-17). */
function RankingSystem({ myRank, guideValues }: { myRank: string | null; guideValues: boolean }) {
  return (
    <Section id="ranking-system" title="Ninja Ranks">
      <Card flush className="overflow-hidden">
        <ol className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
          {RANKS.map((rank) => (
            <Step key={rank.name} rank={rank} isMine={rank.name === myRank} />
          ))}
        </ol>
        {guideValues && (
          <GuideValues className="border-t border-line px-5.5 py-1.5">
            <div className="max-w-150 pb-4">
              <DataTable
                layout="ranking"
                caption="Share of ninjas and challenges to the next rank"
                columns={GUIDE_COLUMNS}
                rows={RANKS}
                rowKey={({ name }) => name}
              />
            </div>
          </GuideValues>
        )}
      </Card>
    </Section>
  )
}

function Step({ rank, isMine }: { rank: Rank; isMine: boolean }) {
  return (
    <li
      className={`relative flex flex-wrap items-baseline justify-between gap-x-4 bg-panel py-4 pr-5.5 pl-6 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-(--rank) lg:block lg:py-5 ${rankClass(rank.name)}`}
    >
      <div className="flex items-center gap-2.5">
        <RankDiamond />
        <h3 className="text-card">{rank.name}</h3>
        {isMine && <YouBadge />}
      </div>
      <p className="font-display text-card font-bold tabular-nums lg:mt-3 lg:text-[1.75rem]">
        {formatNumber(rank.minimum)}{' '}
        <span className="font-sans text-small font-normal text-muted">points</span>
      </p>
      <p className="w-full text-calm text-muted">{rank.summary}</p>
    </li>
  )
}

const GUIDE_COLUMNS: readonly Column<Rank>[] = [
  { header: 'Rank', part: 'subject', cell: ({ name }) => name },
  { header: 'Share of ninjas', align: 'figures', width: 'w-24 sm:w-40', cell: ({ share }) => `${share}%` },
  { header: 'To next rank', align: 'figures', width: 'w-34 sm:w-44', cell: toNextRank },
]

/** A challenge, with its votes, counts for about 40 points (PTS-14). */
function toNextRank(rank: Rank): string {
  const next = rankAfter(rank)
  return next ? `~${formatCount(challengesFor(next.minimum - rank.minimum), 'challenge')}` : 'Max Rank'
}
