import { ButtonLink } from '#app/ui/controls/button.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { ChallengeRow } from '../challenge-row.tsx'

interface Props {
  /** null where they could not be loaded. */
  challenges: ChallengeSummary[] | null
  signedIn: boolean
  now: Date
}

/** Three other open challenges (CHL-51). */
export function MoreChallenges({ challenges, signedIn, now }: Props) {
  return (
    <Section
      id="more-challenges"
      title="More Challenges"
      link={{ to: '/challenges', label: 'All challenges' }}
    >
      {challenges === null && <ErrorPanel message="Could not load recent challenges." />}
      {challenges?.length === 0 && (
        <EmptyState
          action={
            <ButtonLink to="/challenges#completed-challenges" look="quiet">
              See completed ones
            </ButtonLink>
          }
        >
          No active challenges found.
        </EmptyState>
      )}
      {challenges && challenges.length > 0 && (
        <ChallengeRow challenges={challenges} signedIn={signedIn} now={now} />
      )}
    </Section>
  )
}
