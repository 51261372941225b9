import { ChallengeCard } from '#app/ui/challenges/challenge-card.tsx'
import type { ChallengeSummary as Challenge } from '#domain/challenges/queries.server.ts'
import { ChallengeFeature } from './challenge-feature.tsx'

interface Props {
  challenges: Challenge[]
  signedIn: boolean
  now: Date
  eager?: boolean
}

/** Up to three challenges side by side; a single one takes the whole width. */
export function ChallengeRow({ challenges, signedIn, now, eager }: Props) {
  const [first, second] = challenges
  if (first && !second) {
    return <ChallengeFeature challenge={first} signedIn={signedIn} now={now} eager={eager} />
  }
  return (
    <div className={`grid gap-6 sm:grid-cols-2 ${challenges.length > 2 ? 'lg:grid-cols-3' : ''}`}>
      {challenges.map((challenge) => (
        <ChallengeCard
          key={challenge.id}
          challenge={challenge}
          signedIn={signedIn}
          now={now}
          eager={eager && challenge === first}
        />
      ))}
    </div>
  )
}
