import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Onward } from '#app/ui/controls/onward.tsx'
import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { StatusBadge } from '#app/ui/entries/status-badge.tsx'
import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import type { ProfilePage } from './profile.server.ts'
import { PREVIEWED } from '#domain/submissions/rules.ts'

/** The four newest entries and the way to all of them (PROF-9). */
export function ProfileSubmissions({ page }: { page: ProfilePage }) {
  const { profile, entries, isMine, reviewed } = page
  const all = isMine ? '/profile/submissions' : `/profile/${profile.id}/submissions`
  const total = profile.submissionCount
  return (
    <Card as="section">
      <div className="mb-5 flex items-center justify-between gap-4">
        <h2 className="text-card">Submissions</h2>
        {entries && entries.length > 0 && <Onward to={all}>View All</Onward>}
      </div>
      {entries === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
      {entries?.length === 0 && <NoEntries isMine={isMine} />}
      {entries && entries.length > 0 && (
        <div className="grid gap-5 sm:grid-cols-2">
          {entries.map((entry) => (
            <SubmissionCard
              key={entry.id}
              entry={entry}
              without="author"
              badge={<StatusBadge status={entry.status} reviewed={reviewed} />}
            />
          ))}
        </div>
      )}
      {total > PREVIEWED && (
        <ButtonLink to={all} look="quiet" wide className="mt-6">
          View All {formatNumber(total)} Submissions
        </ButtonLink>
      )}
    </Card>
  )
}

function NoEntries({ isMine }: { isMine: boolean }) {
  return (
    <EmptyState
      subject="scroll"
      action={
        <ButtonLink to="/challenges" look={isMine ? 'go' : 'quiet'}>
          Browse Challenges
        </ButtonLink>
      }
    >
      {isMine ? 'You have not entered a challenge yet.' : 'No submissions yet.'}
    </EmptyState>
  )
}
