import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { Gallery } from '#domain/submissions/queries.server.ts'
import { emptyText, GALLERY_FAILED, hiddenNote } from '../gallery/words.ts'

/** How many entries a challenge's own page shows: two rows of four. */
export const PREVIEWED = 8

interface Props {
  challenge: ChallengeDetail
  /** null where they could not be loaded. */
  submissions: Gallery | null
  now: Date
}

export function SubmissionsPreview({ challenge, submissions, now }: Props) {
  const total = submissions?.total ?? 0
  const all = { to: `/challenges/${challenge.id}/submissions`, label: `View all ${formatNumber(total)}` }
  return (
    <Section
      id="submissions"
      title="Submissions"
      subtitle={total > 0 && hiddenNote(challenge, now)}
      link={total > 0 ? all : undefined}
    >
      {submissions === null && <ErrorPanel message={GALLERY_FAILED} />}
      {submissions?.entries.length === 0 && (
        <EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>
      )}
      {submissions && submissions.entries.length > 0 && (
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {submissions.entries.map((entry) => (
            <SubmissionCard
              key={entry.id}
              entry={entry}
              without="challenge"
              badge={challenge.winner?.submissionId === entry.id && <WinnerBadge />}
            />
          ))}
        </div>
      )}
    </Section>
  )
}

function WinnerBadge() {
  return (
    <Badge tone="winner" on="picture">
      Winner
    </Badge>
  )
}
