import { barText } from '#app/parts/challenges/bar-text.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import { type Ballot, VOTING_MESSAGES } from '#domain/voting/rules.ts'

interface Props {
  challenge: ChallengeDetail
  ballot: Ballot
  now: Date
}

/** Why the viewer cannot vote. */
export function GalleryNotice({ challenge, ballot, now }: Props) {
  const isOver = challenge.status === 'voting' && challenge.isHeld
  const closed = isOver ? `Voting is over. ${VOTING_MESSAGES.held}` : VOTING_MESSAGES.notOpen
  return (
    <div className="mb-6">
      <Notice>{ballot.bar && isOpenForVotes(challenge, now) ? barText(ballot.bar) : closed}</Notice>
    </div>
  )
}
