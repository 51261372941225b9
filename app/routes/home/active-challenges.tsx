import { ChallengeCard } from '#app/ui/challenges/challenge-card.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { ChallengeSummary as Challenge } from '#domain/challenges/queries.server.ts'

interface Props {
  challenges: Challenge[] | null
  signedIn: boolean
  now: Date
}

export function ActiveChallenges({ challenges, signedIn, now }: Props) {
  return (
    <Section
      id="active-challenges"
      title="Active Challenges"
      subtitle="Open now. One entry each, until the deadline."
      link={{ to: '/challenges', label: 'All challenges' }}
    >
      {challenges === null && <ErrorPanel message="Failed to load challenges. Please try again later." />}
      {challenges?.length === 0 && (
        <EmptyState>
          No active challenges at the moment. Check back soon for new creative opportunities!
        </EmptyState>
      )}
      {challenges && challenges.length > 0 && (
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {challenges.map((challenge) => (
            <ChallengeCard
              key={challenge.id}
              challenge={challenge}
              signedIn={signedIn}
              now={now}
              excerptLength={100}
            />
          ))}
        </div>
      )}
    </Section>
  )
}
