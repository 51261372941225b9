import { emptyText, GALLERY_FAILED, hiddenSubmissionsNote } from '#app/parts/submissions/gallery-notes.ts'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { Count, formatNumber } from '#app/ui/number.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isFinished } from '#domain/challenges/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import type { GalleryPage } from '#domain/submissions/galleries.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'

interface Props {
  challenge: ChallengeDetail
  submissions: GalleryPage | null
  places: readonly SubmissionSummary[]
  viewer: Viewer
  now: Date
}

export function SubmissionsPreview({ challenge, submissions, places, viewer, now }: Props) {
  const total = submissions?.total ?? 0
  const items = submissions?.submissions.filter((one) => !places.includes(one)) ?? []
  const note = total > 0 && hiddenSubmissionsNote(challenge, now)
  return (
    <section id="submissions" aria-labelledby="submissions-heading">
      <h2 id="submissions-heading" className="sr-only">
        Submissions
      </h2>
      <div className="mb-3.5 flex items-center justify-between gap-4">
        <Figures challenge={challenge} total={total} />
        {total > 0 && (
          <ArrowLink to={`/challenges/${challenge.id}/submissions`} className="whitespace-nowrap">
            <span>
              View all<span className="sr-only"> {formatNumber(total)}</span>
            </span>
          </ArrowLink>
        )}
      </div>
      {note && <p className="mb-4 text-small text-muted">{note}</p>}
      {submissions === null && <ErrorPanel message={GALLERY_FAILED} />}
      {submissions && total === 0 && <EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>}
      {items.length > 0 && (
        <SubmissionRows
          submissions={items}
          className="picture-strip"
          card={(submission) => (
            <SubmissionCard
              submission={submission}
              without="challenge"
              isMine={submission.author.id === viewer?.id}
              walk={{}}
            />
          )}
        />
      )}
    </section>
  )
}

/** '23 entries 31 votes +100 to win', in one line. */
function Figures({ challenge, total }: { challenge: ChallengeDetail; total: number }) {
  const { status, allowVoting, voteCount } = challenge
  const hasVotes = status === 'voting' || isFinished(status)
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      <Count value={Math.max(total, challenge.submissionCount)} one="entry" many="entries" />
      {hasVotes && voteCount !== null && <Count value={voteCount} one="vote" />}
      {allowVoting && !isFinished(status) && (
        <span>
          <strong className="font-semibold text-gold-text">+{REWARDS.win}</strong> to win
        </span>
      )}
    </p>
  )
}
