import { submissionPath } from '#app/parts/paths.ts'
import { Card } from '#app/ui/card.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { formatOrdinal, receiptNumber } from '#domain/submissions/rules.ts'
import type { LoadedSubmission } from './show.server.ts'

export function StandingCards(page: Pick<LoadedSubmission, 'submission' | 'progress'>) {
  return (
    <>
      <ResultCard {...page} />
      <ReceiptCard {...page} />
    </>
  )
}

/** Of the viewer's own submission: how far it is, and its receipt (SUB-76, SUB-77). */
function ReceiptCard({ submission, progress }: Pick<LoadedSubmission, 'submission' | 'progress'>) {
  if (progress === null) return null
  return (
    <Card as="section" eyebrow="Your entry">
      <p className="text-lead font-semibold">{progress}</p>
      <p className="mt-1 text-calm text-muted">
        Number {receiptNumber(submission.id)}, received{' '}
        <Time value={submission.submittedAt} format="datetime" />
      </p>
    </Card>
  )
}

/** The place of a submission in its completed challenge (CHL-74). */
function ResultCard({ submission }: Pick<LoadedSubmission, 'submission'>) {
  const { placing } = submission
  if (!placing) return null
  const { place, entries, points } = placing
  return (
    <Card as="section" eyebrow="Result" tone={place === 1 ? 'won' : undefined}>
      <p className="font-display text-hero leading-none">{formatOrdinal(place)}</p>
      <p className="mt-2 text-calm text-muted">
        of {formatCount(entries, 'entry', 'entries')}, {formatCount(points, 'point')}
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
        <ArrowLink to={`/challenges/${submission.challengeId}/results`}>All results</ArrowLink>
        <ArrowLink as="a" href={`${submissionPath(submission)}/share.png`} target="_blank" icon="external">
          Share image
        </ArrowLink>
      </p>
    </Card>
  )
}
