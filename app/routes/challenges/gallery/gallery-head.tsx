import { ButtonLink } from '#app/ui/controls/button.tsx'
import { formatCount } from '#app/ui/lists/number-text.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForEntries, isOpenForVotes, typeAndKindLabel } from '#domain/challenges/rules.ts'
import { MESSAGES } from '#domain/voting/rules.ts'
import type { GalleryAddress } from './address.ts'
import { VotingPanel } from './voting-panel.tsx'

interface Props {
  challenge: ChallengeDetail
  /** How many entries there are; null where that is not known. */
  total: number | null
  asked: GalleryAddress
  signedIn: boolean
  votedForId: string | null
  isFinal: boolean
  now: Date
}

export function GalleryHead({ challenge, total, asked, signedIn, votedForId, isFinal, now }: Props) {
  const { id, title, mySubmissionId } = challenge
  const mayEnter = isOpenForEntries(challenge, now) && signedIn && !mySubmissionId
  const votable = isOpenForVotes(challenge, now)
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
            <ButtonLink to={`/challenges/${id}`} look="quiet">
              Challenge Details
            </ButtonLink>
            {mayEnter && <ButtonLink to={`/challenges/${id}/submit`}>Submit Entry</ButtonLink>}
          </>
        }
      />
      {votable && <VotingPanel challenge={challenge} votedForId={votedForId} isFinal={isFinal} now={now} />}
      {!votable && (challenge.status === 'voting' || asked.voting) && (
        <div className="mb-8">
          <Notice>{MESSAGES.notOpen}</Notice>
        </div>
      )}
    </>
  )
}
