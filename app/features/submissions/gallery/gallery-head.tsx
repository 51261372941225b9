import { TimeLeft } from '#app/parts/time-left.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForSubmissions, isOpenForVotes, typeAndKindLabel } from '#domain/challenges/rules.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { GalleryParams } from './gallery-params.ts'

interface Props {
  challenge: ChallengeDetail
  /** Number of submissions; null if unknown. */
  total: number | null
  filters: GalleryParams
  signedIn: boolean
  votedForId: string | null
  isFinal: boolean
  now: Date
}

export function GalleryHead({ challenge, total, filters, signedIn, votedForId, isFinal, now }: Props) {
  const { id, title, mySubmissionId } = challenge
  const maySubmit = isOpenForSubmissions(challenge, now) && signedIn && !mySubmissionId
  const isVotingOpen = isOpenForVotes(challenge, now)
  const isHeld = challenge.status === 'voting' && challenge.isHeld
  const crumbs = [
    { to: '/challenges', label: 'Challenges' },
    { to: `/challenges/${id}`, label: title },
    { label: 'Submissions' },
  ]
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        eyebrow={typeAndKindLabel(challenge)}
        title={title}
        subtitle={total !== null && formatCount(total, 'submission')}
        actions={
          <>
            <ButtonLink to={`/challenges/${id}`} variant="secondary">
              Challenge Details
            </ButtonLink>
            {maySubmit && <ButtonLink to={`/challenges/${id}/submit`}>Submit Entry</ButtonLink>}
          </>
        }
      />
      {isVotingOpen && (
        <VotingPanel challenge={challenge} votedForId={votedForId} isFinal={isFinal} now={now} />
      )}
      {!isVotingOpen && (challenge.status === 'voting' || filters.voting) && (
        <div className="mb-8">
          <Notice>{isHeld ? `Voting is over. ${VOTING_MESSAGES.held}` : VOTING_MESSAGES.notOpen}</Notice>
        </div>
      )}
    </>
  )
}

interface VotingPanelProps {
  challenge: ChallengeDetail
  votedForId: string | null
  isFinal: boolean
  now: Date
}

/** Voting status, end date and a link to the viewer's vote (CHL-67). */
function VotingPanel({ challenge, votedForId, isFinal, now }: VotingPanelProps) {
  const { id, votingEndsAt } = challenge
  return (
    <Card as="section" aria-labelledby="voting" tone="won" className="mb-8">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div className="flex-1 basis-100">
          <h2 id="voting" className="text-card">
            Voting in Progress
          </h2>
          <p className="mt-2">The submission deadline has passed. Voting is now open for this challenge!</p>
          <p className="mt-1 text-calm text-muted">{VOTING_MESSAGES.alreadyElsewhere}</p>
          {votedForId && !isFinal && (
            <p className="mt-1 text-calm text-muted">
              To move your vote, open another submission and choose “Move my vote here”.
            </p>
          )}
          {isFinal && !votedForId && <p className="mt-1 text-calm">{VOTING_MESSAGES.nextVoteIsFinal}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {votingEndsAt && <TimeLeft until={votingEndsAt} now={now} voting className="font-semibold" />}
          {challenge.submissionCount !== 0 && (
            <ButtonLink to={`/challenges/${id}/voting-room`} variant="secondary">
              Look at them one by one
            </ButtonLink>
          )}
          {votedForId && (
            <ButtonLink to={`/challenges/${id}/submissions/${votedForId}`} variant="secondary">
              View Your Vote
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  )
}
