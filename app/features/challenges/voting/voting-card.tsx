import { Link } from 'react-router'
import { KindLine } from '#app/parts/challenge-card.tsx'
import { Image } from '#app/parts/image.tsx'
import { TimeLeft } from '#app/parts/time-left.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { excerpt } from '#app/ui/excerpt.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'

interface Props {
  challenge: ChallengeSummary
  signedIn: boolean
  isFirst: boolean
  now: Date
}

/** A challenge in voting (VOTE-17). */
export function VotingCard({ challenge, signedIn, isFirst, now }: Props) {
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
}: Pick<Props, 'challenge' | 'signedIn' | 'isFirst'>) {
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
