import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Count } from '#app/ui/lists/number-text.tsx'
import { AdminBadge } from '#app/ui/people/admin-badge.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'

/** How a finished challenge ended: its winner, or that there is none (CHL-58). */
export function CompletedPanel({ challenge }: { challenge: ChallengeDetail }) {
  const { id, status, winner, submissionCount } = challenge
  const nothingMade = status === 'canceled' && submissionCount === 0
  return (
    <Card className={winner ? 'card-won' : ''}>
      <h2 className="text-card">{status === 'canceled' ? 'Challenge Canceled' : 'Challenge Completed'}</h2>
      {winner ? (
        <Winner challengeId={id} winner={winner} />
      ) : (
        <p className="mt-3 text-calm text-muted">
          {nothingMade
            ? 'It ended without a single submission.'
            : 'This challenge has ended. Check out the submissions!'}
        </p>
      )}
      {!nothingMade && (
        <div className="mt-5 grid gap-3">
          <ButtonLink to={`/challenges/${id}/submissions`} look="quiet" wide>
            View Submissions
          </ButtonLink>
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
      <div className="mt-4 flex items-center gap-4">
        <Avatar photoUrl={winner.photoUrl} rank={winner.rank} size="large" />
        <div className="min-w-0">
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
        With <Count value={winner.votes} one="vote" />:{' '}
        <Link to={`/challenges/${challengeId}/submissions/${winner.submissionId}`} className="text-link">
          see the winning entry
        </Link>
      </p>
    </>
  )
}
