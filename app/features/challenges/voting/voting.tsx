import { Link, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { KindLine } from '#app/parts/challenges/challenge-card.tsx'
import { REWARD_TEXTS } from '#app/parts/challenges/rewards.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { Image } from '#app/parts/image.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Facts } from '#app/ui/figures/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import {
  type ChallengeSummary,
  challengesInVoting,
  VOTING_PAGE_SIZE,
} from '#domain/challenges/queries.server.ts'
import { lastPage } from '#platform/paging.ts'
import type { Route } from './+types/voting.ts'

const STEPS = [
  {
    title: 'Look at the entries',
    text: 'After the deadline the gallery shows every entry.',
  },
  {
    title: 'Cast your vote',
    text: `One vote per challenge, not for yourself. ${REWARD_TEXTS.vote}`,
  },
  {
    title: 'See who wins',
    text: `Change your mind until it ends. ${REWARD_TEXTS.winning}`,
  },
]

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const page = pageIn(new URL(request.url).searchParams)
  const [now, voting] = await Promise.all([
    pageTime(context),
    loadOrNull(context, challengesInVoting(db, scope, page)),
  ])
  const last = lastPage(voting?.total ?? 0, VOTING_PAGE_SIZE)
  if (voting && page > last) throw redirect(votingPath(last))
  return { votingChallenges: voting?.cards ?? null, page, last, signedIn: scope.viewer !== null, now }
}

function votingPath(page: number, hash?: string): string {
  return pathWith('/challenges/voting', { page: page > 1 ? page : null }, hash)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Vote On Challenges',
    description: 'Challenges whose entries are in: look at them, give your one vote, decide who wins.',
  })
}

export default function Voting({ loaderData }: Route.ComponentProps) {
  const { votingChallenges, page, last, signedIn, now } = loaderData
  return (
    <div className="page">
      <PageHeader title="Vote On Challenges" subtitle="Look at them all. Give one vote." />
      <div id="challenges" className="grid gap-6">
        {votingChallenges === null && <ErrorPanel message="Failed to load challenges available for voting" />}
        {votingChallenges?.length === 0 && (
          <EmptyState
            heading="No Active Voting Challenges"
            action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
          >
            Voting opens after a deadline.
          </EmptyState>
        )}
        {votingChallenges?.map((challenge, position) => (
          <VotingCard
            key={challenge.id}
            challenge={challenge}
            signedIn={signedIn}
            isFirst={position === 0}
            now={now}
          />
        ))}
      </div>
      <Pager
        current={page}
        last={last}
        to={(other) => votingPath(other, 'challenges')}
        label="Pages of challenges in voting"
      />
      <HowVotingWorks />
    </div>
  )
}

/** Three steps (VOTE-21). */
function HowVotingWorks() {
  return (
    <Section id="how-voting-works" title="How Voting Works">
      <ol className="grid gap-5 lg:grid-cols-3">
        {STEPS.map(({ title, text }, position) => (
          <Card as="li" key={title} className="flex gap-5">
            <span
              className="flex-none font-display text-[2.5rem] leading-none font-bold text-gold"
              aria-hidden="true"
            >
              {position + 1}
            </span>
            <div>
              <h3 className="text-card">{title}</h3>
              <p className="mt-2 text-calm text-muted">{text}</p>
            </div>
          </Card>
        ))}
      </ol>
    </Section>
  )
}

interface VotingCardProps {
  challenge: ChallengeSummary
  signedIn: boolean
  isFirst: boolean
  now: Date
}

/** A challenge in voting (VOTE-17). */
function VotingCard({ challenge, signedIn, isFirst, now }: VotingCardProps) {
  return (
    <Card as="article" flush className="grid overflow-hidden lg:grid-cols-[1fr_1fr]">
      <Image
        image={challenge.image}
        fallback="challenge"
        alt=""
        sizes="(min-width: 75rem) 600px, (min-width: 64rem) 50vw, 100vw"
        eager={isFirst}
        className="aspect-[2/1] lg:aspect-auto lg:min-h-88"
      >
        <span className="absolute top-4 left-4">
          <Badge tone="voting" on="image">
            Voting Open
          </Badge>
        </span>
      </Image>
      <div className="flex flex-col p-5 sm:p-7">
        <KindLine challenge={challenge} />
        <h2 className="mt-3 text-[1.625rem] leading-[1.15]">
          <Link dir="auto" to={`/challenges/${challenge.id}`} className="hover:underline">
            {challenge.title}
          </Link>
        </h2>
        <p dir="auto" className="mt-3 mb-4 text-calm text-muted max-sm:line-clamp-2 sm:mb-6">
          {excerpt(challenge.description, 180)}
        </p>
        <div className="mt-auto grid gap-4 sm:gap-6">
          <Facts facts={votingFacts(challenge, now)} />
          <Action challenge={challenge} signedIn={signedIn} isFirst={isFirst} />
        </div>
      </div>
    </Card>
  )
}

function votingFacts({ submissionCount, voteCount, votingEndsAt }: ChallengeSummary, now: Date) {
  const votingEnds = votingEndsAt && <TimeLeft until={votingEndsAt} now={now} voting />
  return [
    { label: 'Submissions', value: formatNumber(submissionCount) },
    { label: 'Votes Cast', value: voteCount === null ? 'Hidden' : formatNumber(voteCount) },
    { label: 'Voting Ends', value: votingEnds ?? 'N/A' },
  ]
}

function Action({
  challenge: { id, votedForId },
  signedIn,
  isFirst,
}: Pick<VotingCardProps, 'challenge' | 'signedIn' | 'isFirst'>) {
  const gallery = `/challenges/${id}/submissions`
  if (!votedForId) {
    return (
      <ButtonLink to={`${gallery}?mode=voting`} variant={isFirst ? 'primary' : 'secondary'}>
        {signedIn ? 'Cast Your Vote Now' : 'Sign In to Vote'}
      </ButtonLink>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="flex items-center gap-2 font-semibold text-good-text">
        <Icon name="check" />
        You've cast your vote!
      </p>
      <ButtonLink to={`${gallery}/${votedForId}`} variant="secondary">
        View Your Vote
      </ButtonLink>
    </div>
  )
}
