import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { FrameHandle } from '#app/frame/tab-bar.tsx'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { Avatar } from '#app/parts/avatar.tsx'
import { AdminBadge, MemberLine, YouBadge } from '#app/parts/member.tsx'
import { memberName } from '#app/parts/names.ts'
import { RankDiamond, RankProgress, rankClass } from '#app/parts/rank.tsx'
import { REWARD_TEXTS, RewardList } from '#app/parts/rewards.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid } from '#app/ui/card.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageBanner } from '#app/ui/page-header.tsx'
import { Progress } from '#app/ui/progress-bar.tsx'
import { Section } from '#app/ui/section.tsx'
import { SectionChips } from '#app/ui/section-chips.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { TYPES, typeLabel } from '#domain/challenges/rules.ts'
import { periodLeaderboard, periodPlace } from '#domain/members/period-leaderboard.server.ts'
import {
  LEADERBOARD_SIZE,
  type LeaderboardPlace,
  type LeaderboardRow,
  leaderboard,
  leaderboardPlace,
} from '#domain/members/queries.server.ts'
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
  const { db } = context.get(servicesContext)
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
  return { period, span, ninjas, sizes: LEADERBOARD_SIZE, viewer, place }
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
  const { period, span, ninjas, sizes, viewer, place } = loaderData
  const expanded = useSearchParams()[0].get('ninjas') === String(sizes.all)
  return (
    <>
      <PageBanner
        subject="summit"
        eyebrow="Who’s in the lead"
        title="Leaderboard"
        subtitle="Earn points with every submission and vote, and climb the ranks."
        aside={ninjas !== null && ninjas.length > 0 && <Podium ninjas={ninjas.slice(0, 3)} />}
      >
        <ButtonLink to="/challenges">Join a Challenge</ButtonLink>
      </PageBanner>
      <div className="page">
        <SectionChips sections={SECTIONS} />
        {viewer && <MyStanding viewer={viewer} period={period} place={place} listed={sizes.all} />}
        <div className="mt-14 grid items-start gap-x-7 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <LeaderboardTable
            period={period}
            span={span}
            ninjas={ninjas}
            sizes={sizes}
            expanded={expanded}
            viewerId={viewer?.id ?? null}
          />
          <PointSystem />
        </div>
        <RankingSystem myRank={viewer?.rank ?? null} />
      </div>
    </>
  )
}

const SECTIONS = [
  { id: 'top-ninjas', title: 'Top Ninjas' },
  { id: 'point-system', title: 'Point System' },
  { id: 'ranking-system', title: 'Ninja Ranks' },
]

interface StandingProps {
  viewer: Member
  period: Period | null
  /** Null if it could not be loaded, undefined without points in the period. */
  place: LeaderboardPlace | null | undefined
  /** The number of places that the table can show. */
  listed: number
}

/** The viewer's place, rank and the points to the next one (PTS-26). */
function MyStanding({ viewer, period, place, listed }: StandingProps) {
  const { next, challengesToNext } = rankProgress(viewer.points, viewer.rank)
  return (
    <Card
      as="section"
      flush
      id="your-standing"
      aria-label="Your standing"
      className="mt-10 grid items-center gap-x-10 gap-y-5 px-6 py-5 lg:grid-cols-[minmax(0,auto)_auto_minmax(12rem,1fr)_auto]"
    >
      <MemberLine person={viewer} size="large" />
      {place && <MyPlace period={period} place={place} listed={listed} />}
      {place === undefined && <p className="text-calm text-muted">No points this {period} yet</p>}
      <RankProgress points={viewer.points} rank={viewer.rank} />
      <p className="text-calm text-muted">
        {next && `About ${formatCount(challengesToNext, 'challenge')} to ${next.name}. `}
        <TextLink to="#ranking-system">How ranks work</TextLink>
      </p>
    </Card>
  )
}

interface PlaceProps {
  period: Period | null
  place: LeaderboardPlace
  listed: number
}

function MyPlace({ period, place: { place, isLast, total }, listed }: PlaceProps) {
  const isListed = place <= listed
  return (
    <div>
      <p className="font-display text-[1.5rem] leading-[1.15] font-bold tabular-nums">
        {formatOrdinal(place)}
        {isLast && ' or later'} of {formatNumber(total)}
        {period && <span className="font-sans text-small font-normal text-muted"> this {period}</span>}
      </p>
      <TextLink
        to={isListed ? leaderboardPath(period, listed, 'top-ninjas') : '/profile/points'}
        className="inline-block min-h-6 text-small"
      >
        {isListed ? 'See your row' : 'See your points'}
      </TextLink>
    </div>
  )
}

/** The podium, hidden from screen readers because the table has the same content. */
export function Podium({ ninjas }: { ninjas: LeaderboardRow[] }) {
  return (
    <div className="grid grid-cols-3 items-end gap-2" aria-hidden="true">
      {ninjas.map((ninja, index) => (
        <div
          key={ninja.id}
          className={`row-start-1 flex min-w-0 flex-col items-center gap-2 text-center ${podiumSteps[index]?.column}`}
        >
          <Avatar photoUrl={ninja.photoUrl} rank={ninja.rank} size="large" />
          <p className="line-clamp-2 w-full text-small text-balance font-semibold">
            {memberName(ninja.displayName)}
          </p>
          {ninja.isAdmin && <AdminBadge compact />}
          <div
            className={`flex w-full flex-col items-center rounded-t-xl border border-b-0 border-line bg-linear-to-b from-panel to-panel/60 pt-2.5 ${podiumSteps[index]?.height}`}
          >
            <span className="font-display text-[1.75rem] leading-[1.1] font-bold text-gold">
              {ninja.position}
            </span>
            <span className="text-small tabular-nums">{formatNumber(ninja.points)}</span>
          </div>
        </div>
      ))}
    </div>
  )
}

const podiumSteps = [
  { column: 'col-start-2', height: 'h-30' },
  { column: 'col-start-1', height: 'h-22' },
  { column: 'col-start-3', height: 'h-17' },
]

/** The points per action, with all three explanations of the winner's bonus (PTS-6, PTS-7). */
function PointSystem() {
  return (
    <Section id="point-system" title="Point System" className="min-w-0 lg:sticky lg:top-22">
      <Card>
        <RewardList />
        <p className="mt-4 text-small text-muted">{REWARD_TEXTS.ties}</p>
        <h3 className="mt-6 mb-3 eyebrow font-sans">Winning, by type</h3>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-px overflow-hidden rounded-control border border-line bg-line">
          {TYPES.map((type) => (
            <div key={type} className="flex flex-col items-center bg-panel px-1 py-2.5">
              <dd className="font-display text-[1.25rem] leading-[1.2] font-bold tabular-nums">
                {DISPLAYED_WIN_BONUS[type]}
              </dd>
              <dt className="text-small text-muted">{typeLabel(type)}</dt>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-small text-muted">
          Winners get 25-100 bonus points on top of what their entry and its votes have earned.
        </p>
        <p className="mt-3 text-small">{REWARD_TEXTS.winFigures}</p>
      </Card>
    </Section>
  )
}

/** The eight ranks: color, description, minimum, share, challenges to the next (PTS-9, PTS-17). */
function RankingSystem({ myRank }: { myRank: string | null }) {
  return (
    <Section
      id="ranking-system"
      title="Ninja Ranks"
      subtitle="Eight steps. A challenge, with its votes, counts for about 40 points."
    >
      <CardGrid as="ol" columns={4}>
        {RANKS.map((rank) => (
          <Step key={rank.name} rank={rank} isMine={rank.name === myRank} />
        ))}
      </CardGrid>
    </Section>
  )
}

function Step({ rank, isMine }: { rank: Rank; isMine: boolean }) {
  const next = rankAfter(rank)
  const challenges = next && challengesFor(next.minimum - rank.minimum)
  return (
    <Card
      as="li"
      flush
      className={`relative overflow-hidden px-5.5 pt-5.5 pb-5 before:absolute before:inset-x-0 before:top-0 before:h-0.75 before:bg-(--rank) ${rankClass(rank.name)}`}
    >
      <div className="flex items-center gap-2.5">
        <RankDiamond />
        <h3 className="text-card">{rank.name}</h3>
        {isMine && <YouBadge />}
      </div>
      <p className="mt-1 text-calm text-muted">{rank.summary}</p>
      <p className="mt-5 font-display text-[2rem] leading-[1.1] font-bold tabular-nums">
        {formatNumber(rank.minimum)}{' '}
        <span className="font-sans text-small font-normal text-muted">points</span>
      </p>
      <dl className="mt-4 grid gap-1.5">
        <StepFact label="To next rank">
          {challenges === null ? 'Max Rank' : `~${formatCount(challenges, 'challenge')}`}
        </StepFact>
        <StepFact label="Share of ninjas">{rank.share}%</StepFact>
      </dl>
      <Progress
        className="mt-2.5"
        value={rank.share}
        max={100}
        aria-label={`Share of ninjas: ${rank.share}%`}
      />
    </Card>
  )
}

function StepFact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-3 text-small">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
