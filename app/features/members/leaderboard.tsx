import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { MemberLine } from '#app/parts/members/member.tsx'
import { RankProgress } from '#app/parts/members/rank-progress.tsx'
import { Card } from '#app/ui/card.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { LeaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import { LEADERBOARD_SIZE, leaderboard, leaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import { periodLeaderboard, periodPlace } from '#domain/leaderboard/periods.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rankProgress } from '#domain/points/ranks.ts'
import type { Period } from '#domain/points/rules.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import type { Route } from './+types/leaderboard.ts'
import { PointSystem, RankingSystem } from './lower-sections.tsx'
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
