import { NumberText } from '#app/ui/lists/number-text.tsx'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { RANKS } from '#domain/points/rules.ts'

/** Each rank with its colour and the points it begins at (ADM-44). */
export function RanksReference() {
  return (
    <section className="card px-6 py-5" aria-labelledby="ranks">
      <h2 id="ranks" className="text-card">
        Ninja Ranks Reference
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {RANKS.map(({ name, minimum }) => (
          <li key={name} className="flex items-baseline justify-between gap-3">
            <RankBadge rank={name} />
            <span className="text-small">
              <NumberText value={minimum} />+
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
