import { ButtonLink } from '#app/ui/button.tsx'
import { ListSection } from '#app/ui/section.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { ChallengeRow } from './challenge-row.tsx'

interface Props {
  challenges: ChallengeSummary[] | null
  signedIn: boolean
  now: Date
}

/** Three other open challenges (CHL-51). */
export function MoreChallenges({ challenges, signedIn, now }: Props) {
  return (
    <ListSection
      id="more-challenges"
      title="More Challenges"
      link={{ to: '/challenges', label: 'All challenges' }}
      items={challenges}
      failed="Could not load recent challenges."
      empty={
        <EmptyState
          action={
            <ButtonLink to="/challenges#completed-challenges" variant="secondary">
              See completed challenges
            </ButtonLink>
          }
        >
          No active challenges found.
        </EmptyState>
      }
    >
      {(items) => <ChallengeRow challenges={items} signedIn={signedIn} now={now} />}
    </ListSection>
  )
}
