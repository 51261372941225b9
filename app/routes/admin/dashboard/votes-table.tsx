import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import type { VoteShares } from '#domain/moderation/vote-shares.server.ts'
import { restOf } from './bars.tsx'

/** The same in rows, with the authors and each entry's share of all votes. */
export function VotesTable({ shares }: { shares: VoteShares }) {
  const { title, entries, votes } = shares
  const rest = restOf(shares)
  const share = (of: number) => `${((100 * of) / Math.max(1, votes)).toFixed(1)}%`
  return (
    <table className="data-table number-table figures">
      <caption className="sr-only">Votes by entry of {title}</caption>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Votes</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, place) => (
          <tr key={entry.id}>
            <th scope="row">
              {place + 1}. {entry.title} <span className="text-muted">by {nameOf(entry.authorName)}</span>
            </th>
            <td>{formatNumber(entry.votes)}</td>
            <td>{share(entry.votes)}</td>
          </tr>
        ))}
        {rest.entries > 0 && (
          <tr>
            <th scope="row">All others ({formatNumber(rest.entries)})</th>
            <td>{formatNumber(rest.votes)}</td>
            <td>{share(rest.votes)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
