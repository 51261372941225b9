import { Link } from 'react-router'
import { Image } from '#app/parts/image.tsx'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { AdminBadge } from '#app/parts/members/member.tsx'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { submissionPath } from '#app/parts/paths.ts'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import {
  Cover,
  cardRatio,
  PlayMark,
  SubmissionRows,
  RoomLink,
} from '#app/parts/submissions/submission-cover.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { CoverLink, LinkArea } from '#app/ui/card.tsx'
import { Count } from '#app/ui/number.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'

interface Props {
  challenge: ChallengeDetail
  places: readonly SubmissionSummary[]
}

/** The winner of a finished challenge with the first places, or a text without one (CHL-58). */
export function Result({ challenge, places: [winning, ...others] }: Props) {
  const { id, status, winner, submissionCount } = challenge
  return (
    <section aria-labelledby="result" className="phone:mt-6">
      <h2 id="result" className="mb-5 text-title">
        {status === 'canceled' ? 'Challenge Canceled' : 'Challenge Completed'}
      </h2>
      {winner && (
        <LinkArea as="article">
          {winning && <WinningWork submission={winning} />}
          <WinnerLine winner={winner} />
        </LinkArea>
      )}
      {!winner && (
        <p className="text-muted">
          {status === 'canceled' && submissionCount === 0
            ? 'It ended without submissions.'
            : 'This challenge has ended. Check out the submissions!'}
        </p>
      )}
      {others.length > 0 && <OtherPlaces submissions={others} />}
      {status === 'completed' && (
        <p className="mt-6">
          <ArrowLink to={`/challenges/${id}/results`}>Results and how they were counted</ArrowLink>
        </p>
      )}
    </section>
  )
}

function WinningWork({ submission }: { submission: SubmissionSummary }) {
  return (
    <>
      {submission.kind === 'text' ? (
        <div className={`max-w-100 ${cardRatio(submission)}`}>
          <Cover submission={submission}>
            <RoomLink submission={submission} walk={{}} />
          </Cover>
        </div>
      ) : (
        <Image
          image={submission.image}
          fallback="submission"
          alt={submission.imageAlt ?? ''}
          sizes={SIZES}
          eager
          fit="natural"
          className="max-sm:bleed sm:rounded-control"
        >
          <PlayMark submission={submission} />
          <RoomLink submission={submission} walk={{}} />
        </Image>
      )}
      <h3 dir="auto" className="mt-4 text-[1.75rem] leading-[1.15]">
        <CoverLink to={submissionPath(submission)}>{submission.title}</CoverLink>
      </h3>
    </>
  )
}

function OtherPlaces({ submissions }: { submissions: readonly SubmissionSummary[] }) {
  return (
    <div className="mt-8">
      <SubmissionRows
        submissions={submissions}
        card={(submission, index) => (
          <SubmissionCard
            submission={submission}
            without="challenge"
            walk={{}}
            badge={
              <Badge tone="completed" on="image">
                {index === 0 ? '2nd place' : '3rd place'}
              </Badge>
            }
          />
        )}
      />
    </div>
  )
}

function WinnerLine({ winner }: { winner: NonNullable<ChallengeDetail['winner']> }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar photoUrl={winner.photoUrl} rank={winner.rank} />
      <div className="min-w-0 flex-1 basis-24">
        <p className="eyebrow text-gold-text">Winner</p>
        <p className="flex items-center gap-2 font-semibold">
          {winner.isDeleted ? (
            winner.name
          ) : (
            <Link dir="auto" to={`/profile/${winner.id}`} className="relative z-1 hover:underline">
              {winner.name}
            </Link>
          )}
          {winner.isAdmin && <AdminBadge compact />}
        </p>
        {!winner.isDeleted && <RankBadge rank={winner.rank} />}
      </div>
      <p className="text-muted">
        <Count value={winner.votes} one="vote" />
      </p>
    </div>
  )
}

const SIZES = '(min-width: 75rem) 820px, (min-width: 64rem) 62vw, 100vw'
