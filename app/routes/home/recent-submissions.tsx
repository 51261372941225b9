import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { SubmissionSummary as Entry } from '#domain/submissions/queries.server.ts'

export function RecentSubmissions({ entries }: { entries: Entry[] | null }) {
  return (
    <Section
      id="recent-submissions"
      title="Recent Submissions"
      subtitle="Fresh from the mats."
      link={{ to: '/challenges/submissions', label: 'All submissions' }}
    >
      {entries === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
      {entries?.length === 0 && (
        <EmptyState subject="scroll">
          No submissions available yet. Be the first to submit to a challenge!
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {entries.map((entry) => (
            <SubmissionCard key={entry.id} entry={entry} />
          ))}
        </div>
      )}
    </Section>
  )
}
