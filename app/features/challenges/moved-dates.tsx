import { Time } from '#app/ui/time.tsx'
import { MOMENT_LABELS, TO_BE_ANNOUNCED } from '#domain/challenges/moved-dates.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'

/** The dates that were moved since the challenge was published, latest first; nothing without any (CHL-75). */
export function MovedDates({ moved }: Pick<ChallengeDetail, 'moved'>) {
  if (moved.length === 0) return null
  return (
    <ul aria-label="Changed dates" className="mt-3 grid gap-1 text-small text-muted">
      {moved.map(({ id, at, moment, from, to }) => (
        <li key={id}>
          <Time value={at} style="short" />: {MOMENT_LABELS[moment]}{' '}
          {to ? <Time value={to} style="shorttime" /> : TO_BE_ANNOUNCED}
          {from && (
            <>
              {' '}
              instead of <Time value={from} style="shorttime" />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
