import { ChallengeCard } from '#app/ui/challenges/challenge-card.tsx'
import type { ChallengeSummary as Challenge } from '#domain/challenges/queries.server.ts'
import { byMonth } from './months.ts'

interface Props {
  challenges: readonly Challenge[]
  signedIn: boolean
  now: Date
}

/** The challenges of each month beside its name, which stays in sight while they pass. */
export function ArchiveMonths({ challenges, signedIn, now }: Props) {
  return byMonth(challenges).map(({ key, name, year, items }) => (
    <section key={key} aria-labelledby={`month-${key}`} className="archive-month">
      <h2 id={`month-${key}`} className="archive-month-name">
        {name} <span className="text-muted figures">{year}</span>
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((challenge) => (
          <ChallengeCard key={challenge.id} challenge={challenge} signedIn={signedIn} now={now} />
        ))}
      </div>
    </section>
  ))
}
