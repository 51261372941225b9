import { Link } from 'react-router'
import { Avatar } from '#app/parts/avatar.tsx'
import { Countdown } from '#app/parts/countdown.tsx'
import { AdminBadge } from '#app/parts/member.tsx'
import { RankBadge } from '#app/parts/rank.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Count } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import {
  CHALLENGE_MESSAGES,
  isFinished,
  isOpenForSubmissions,
  isOpenForVotes,
} from '#domain/challenges/rules.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { FollowButton } from './follow-button.tsx'

interface Props {
  challenge: ChallengeDetail
  signedIn: boolean
  /** How far the viewer's own submission is. */
  progress: string | null
  now: Date
}

/** The action that the challenge's status offers the viewer (CHL-56, CHL-57). */
export function ActionPanel(props: Props) {
  const { challenge, signedIn, progress } = props
  if (isFinished(challenge.status)) return <CompletedPanel challenge={challenge} progress={progress} />
  return (
    <div className="grid gap-3">
      <OpenPanel {...props} />
      {challenge.status !== 'draft' && (
        <>
          <FollowButton challengeId={challenge.id} isFollowed={challenge.isFollowed} signedIn={signedIn} />
          <ButtonLink to={`/challenges/${challenge.id}/calendar.ics`} reloadDocument variant="secondary" wide>
            Add to calendar
          </ButtonLink>
        </>
      )}
    </div>
  )
}

function OpenPanel(props: Props) {
  const { challenge, now } = props
  if (isOpenForVotes(challenge, now)) return <VotingPanel {...props} />
  return isOpenForSubmissions(challenge, now) ? <SubmissionPanel {...props} /> : <WaitingPanel {...props} />
}

function SubmissionPanel({ challenge, signedIn, progress, now }: Props) {
  const submit = `/challenges/${challenge.id}/submit`
  return (
    <Card eyebrow="Time left to enter">
      {challenge.deadline && <Countdown until={challenge.deadline} now={now} label="Time left to enter" />}
      <div className="mt-5">
        {challenge.mySubmissionId ? (
          <MySubmission challenge={challenge} progress={progress} />
        ) : (
          <ButtonLink to={signedIn ? submit : `/login?redirect=${submit}`} wide size="large">
            {signedIn ? 'Submit Entry' : 'Sign In to Submit'}
          </ButtonLink>
        )}
      </div>
      <p className="mt-4 text-small text-muted">{entryText(challenge)}</p>
    </Card>
  )
}

function entryText({ mySubmissionId, isMineRejected, hasDraft }: ChallengeDetail): string {
  if (!mySubmissionId && hasDraft) return 'Your draft is saved. “Submit Entry” continues it.'
  if (!mySubmissionId) return 'One entry per ninja, until the deadline.'
  return isMineRejected
    ? 'Your submission was rejected. Until the deadline you can edit it, which sends it back for review.'
    : 'You have entered. You can edit your submission until the deadline.'
}

function VotingPanel({ challenge, progress, now }: Props) {
  const { votedForId } = challenge
  const gallery = `/challenges/${challenge.id}/submissions`
  return (
    <Card eyebrow="Time left to vote">
      {challenge.votingEndsAt && (
        <Countdown until={challenge.votingEndsAt} now={now} label="Time left to vote" voting />
      )}
      <div className="mt-5 grid gap-3">
        <ButtonLink to={`${gallery}?mode=voting`} wide size="large">
          Vote for Entries
        </ButtonLink>
        {challenge.submissionCount !== 0 && (
          <ButtonLink to={`/challenges/${challenge.id}/voting-room`} variant="secondary" wide>
            Look at them one by one
          </ButtonLink>
        )}
        {challenge.mySubmissionId && <MySubmission challenge={challenge} progress={progress} secondary />}
      </div>
      <p className="mt-4 text-small text-muted">
        {votedForId ? (
          <>
            You have voted for <TextLink to={`${gallery}/${votedForId}`}>this entry</TextLink>. You can move
            your vote until voting ends.
          </>
        ) : (
          'Each user gets one vote per challenge.'
        )}
      </p>
    </Card>
  )
}

/** Not open yet, closed for submissions before voting, or closed for votes before the result. */
function WaitingPanel({ challenge, progress, now }: Props) {
  const { status } = challenge
  const opensAt = openingDate(challenge)
  const label = status === 'active' ? 'Voting opens in' : 'Opens in'
  return (
    <Card eyebrow={opensAt && opensAt > now ? label : 'Not open'}>
      {opensAt && opensAt > now && <Countdown until={opensAt} now={now} label={label} />}
      <p className="mt-4 text-calm text-muted">{waitingText(challenge, now)}</p>
      {challenge.mySubmissionId && (
        <div className="mt-5">
          <MySubmission challenge={challenge} progress={progress} />
        </div>
      )}
    </Card>
  )
}

function openingDate({ status, startDate, votingStartsAt, allowVoting }: ChallengeDetail): Date | null {
  if (status === 'upcoming' || status === 'draft') return startDate
  return status === 'active' && allowVoting ? votingStartsAt : null
}

function waitingText({ status, startDate, isHeld }: ChallengeDetail, now: Date): React.ReactNode {
  if (status === 'active') return CHALLENGE_MESSAGES.deadlinePassed
  if (status === 'voting' && isHeld) return `Voting is over. ${VOTING_MESSAGES.held}`
  if (status === 'voting') return `${VOTING_MESSAGES.notOpen}. The winner will be shown here.`
  if (status === 'draft') return 'Draft. Only administrators can see it.'
  if (!startDate || startDate <= now) return 'Not open for entries yet.'
  return (
    <>
      Open for entries from <Time value={startDate} style="weekday" />.
    </>
  )
}

interface MySubmissionProps extends Pick<Props, 'challenge' | 'progress'> {
  secondary?: boolean
}

function MySubmission({ challenge, progress, secondary }: MySubmissionProps) {
  return (
    <div>
      <ButtonLink
        to={`/challenges/${challenge.id}/submissions/${challenge.mySubmissionId}`}
        variant={secondary ? 'secondary' : 'primary'}
        wide
        size={secondary ? 'normal' : 'large'}
      >
        View My Submission
      </ButtonLink>
      {progress && (
        <p className="mt-3 text-small text-muted">
          Your entry: <strong className="text-ink">{progress}</strong>
        </p>
      )}
    </div>
  )
}

/** The winner of a finished challenge, or a text without one (CHL-58). */
function CompletedPanel({ challenge, progress }: Pick<Props, 'challenge' | 'progress'>) {
  const { id, status, winner, submissionCount } = challenge
  const hasNoSubmissions = status === 'canceled' && submissionCount === 0
  return (
    <Card tone={winner ? 'won' : 'plain'}>
      <h2 className="text-card">Challenge Completed</h2>
      {winner ? (
        <Winner challengeId={id} winner={winner} />
      ) : (
        <p className="mt-3 text-calm text-muted">
          {hasNoSubmissions
            ? 'It ended without submissions.'
            : 'This challenge has ended. Check out the submissions!'}
        </p>
      )}
      {!hasNoSubmissions && (
        <div className="mt-5 grid gap-3">
          <ButtonLink to={`/challenges/${id}/submissions`} variant="secondary" wide>
            View Submissions
          </ButtonLink>
          {challenge.mySubmissionId && <MySubmission challenge={challenge} progress={progress} secondary />}
        </div>
      )}
    </Card>
  )
}

function Winner({
  challengeId,
  winner,
}: {
  challengeId: string
  winner: NonNullable<ChallengeDetail['winner']>
}) {
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar photoUrl={winner.photoUrl} rank={winner.rank} size="large" />
        <div className="min-w-0 flex-1 basis-24">
          <p className="eyebrow text-gold-text">Winner</p>
          <p className="flex items-center gap-2">
            {winner.isDeleted ? (
              <span className="text-lead font-semibold">{winner.name}</span>
            ) : (
              <Link to={`/profile/${winner.id}`} className="text-lead font-semibold hover:underline">
                {winner.name}
              </Link>
            )}
            {winner.isAdmin && <AdminBadge compact />}
          </p>
          {!winner.isDeleted && <RankBadge rank={winner.rank} />}
        </div>
      </div>
      <p className="mt-4 text-calm text-muted">
        With <Count value={winner.votes} one="vote" />
        {winner.submissionId && (
          <>
            :{' '}
            <TextLink to={`/challenges/${challengeId}/submissions/${winner.submissionId}`}>
              see the winning entry
            </TextLink>
          </>
        )}
      </p>
    </>
  )
}
