import { ChallengeCard } from '#app/ui/challenges/challenge-card.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import type { ChallengeSummary as Challenge } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { listAddress } from './address.ts'

interface Props {
  /** null where they could not be loaded. */
  challenges: Challenge[] | null
  kind: Kind | null
  page: number
  last: number
  /** Another page or kind is on its way. */
  arriving: boolean
  signedIn: boolean
  now: Date
}

export function CompletedSection({ challenges, kind, page, last, arriving, signedIn, now }: Props) {
  return (
    <Section
      id="completed-challenges"
      title="Completed Challenges"
      subtitle="Closed and counted. Every entry stays."
      link={{ to: '/challenges/archive', label: 'Browse the archive' }}
      className="mt-14 sm:mt-18"
    >
      {challenges === null && <ErrorPanel message="Failed to load completed challenges. Please try again." />}
      {challenges?.length === 0 && (
        <EmptyState subject="scroll">No completed challenges match your filter criteria</EmptyState>
      )}
      {challenges && challenges.length > 0 && (
        <>
          {arriving ? (
            <CardSkeletons count={challenges.length} label="Loading challenges" />
          ) : (
            <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
              {challenges.map((challenge) => (
                <ChallengeCard key={challenge.id} challenge={challenge} signedIn={signedIn} now={now} />
              ))}
            </div>
          )}
          <Pager
            current={page}
            last={last}
            to={(other) => listAddress(kind, other)}
            label="Pages of completed challenges"
          />
        </>
      )}
    </Section>
  )
}
