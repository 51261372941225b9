import { ActionBar } from '#app/parts/action-bar.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { Breadcrumb } from '#app/ui/page-header.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForSubmissions, isOpenForVotes, typeAndKindLabel } from '#domain/challenges/rules.ts'
import { type Ballot, VOTING_MESSAGES } from '#domain/voting/rules.ts'

interface Props {
  challenge: ChallengeDetail
  /** Number of submissions; null if unknown. */
  total: number | null
  signedIn: boolean
  ballot: Ballot
  now: Date
}

export function GalleryHead(props: Props) {
  const { challenge, total, signedIn, ballot, now } = props
  const { id, title, mySubmissionId } = challenge
  const maySubmit = isOpenForSubmissions(challenge, now) && signedIn && !mySubmissionId
  const isVotingOpen = isOpenForVotes(challenge, now)
  const crumbs = [
    { to: '/challenges', label: 'Challenges' },
    { to: `/challenges/${id}`, label: title },
    { label: 'Submissions' },
  ]
  return (
    <header className="pt-5 pb-6 max-sm:[&>nav]:hidden">
      <Breadcrumb crumbs={crumbs} />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="max-w-180">
          <h1 dir="auto" className="text-title">
            {title}
          </h1>
          <div className="mt-1 flex flex-wrap items-baseline gap-x-4 text-calm text-muted max-sm:text-small">
            <p>
              {typeAndKindLabel(challenge)}
              {total !== null && ` · ${formatCount(total, 'submission')}`}
            </p>
            {isVotingOpen && <VotingLine />}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <NextStep
            challenge={challenge}
            total={total}
            maySubmit={maySubmit}
            mayVote={!ballot.bar && !ballot.votedFor}
            now={now}
          />
          {isVotingOpen && ballot.votedFor && (
            <ButtonLink to={`/challenges/${id}/submissions/${ballot.votedFor}`} variant="secondary">
              View Your Vote
            </ButtonLink>
          )}
          <ButtonLink to={`/challenges/${id}`} variant="secondary">
            Challenge Details
          </ButtonLink>
        </div>
      </div>
    </header>
  )
}

interface NextStepProps extends Pick<Props, 'challenge' | 'total' | 'now'> {
  maySubmit: boolean
  mayVote: boolean
}

/** The one button of the page: to vote, or to enter. */
function NextStep({ challenge, total, maySubmit, mayVote, now }: NextStepProps) {
  const { id, deadline, votingEndsAt } = challenge
  if (isOpenForVotes(challenge, now) && total !== 0)
    return (
      <ActionBar className={IN_ROW} time={votingEndsAt && <TimeLeft until={votingEndsAt} now={now} voting />}>
        <ButtonLink
          to={`/challenges/${id}/voting-room`}
          variant={mayVote ? 'primary' : 'secondary'}
          size="large"
          wide
        >
          {mayVote ? 'Start voting' : 'View entries'}
        </ButtonLink>
      </ActionBar>
    )
  if (!maySubmit) return null
  return (
    <ActionBar className={IN_ROW} time={deadline && <TimeLeft until={deadline} now={now} />}>
      <ButtonLink to={`/challenges/${id}/submit`} size="large" wide>
        Submit Entry
      </ButtonLink>
    </ActionBar>
  )
}

/** On wider screens the time left stands before the button, which is as high as those beside it. */
const IN_ROW = 'sm:flex sm:items-center sm:[&_a]:min-h-11'

/** Voting status (CHL-67). */
function VotingLine() {
  return (
    <section aria-labelledby="voting" className="contents">
      <h2
        id="voting"
        className="inline-flex items-center gap-2 font-sans text-[length:inherit] font-semibold text-ink before:size-2 before:rounded-full before:bg-gold"
      >
        Voting in Progress
      </h2>
      <p>{VOTING_MESSAGES.alreadyElsewhere}</p>
      <p className="basis-full max-sm:sr-only">
        The submission deadline has passed. Voting is now open for this challenge!
      </p>
    </section>
  )
}
