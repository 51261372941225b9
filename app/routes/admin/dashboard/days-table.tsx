import { formatNumber } from '#app/ui/lists/number-text.tsx'
import type { DayCounts } from '#domain/moderation/days.server.ts'
import { SERIES, shortDay } from './series.tsx'

/** The same numbers in rows, the latest day first. */
export function DaysTable({ days }: { days: DayCounts[] }) {
  return (
    <table className="data-table number-table figures">
      <caption className="sr-only">Votes, entries and sign-ups of each day, UTC</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {SERIES.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">
              <time dateTime={day.day}>{shortDay(day.day)}</time>
            </th>
            {SERIES.map(({ key }) => (
              <td key={key}>{formatNumber(day[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
