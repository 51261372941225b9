import { Link } from 'react-router'
import { formatCount, NumberText } from '#app/ui/lists/number-text.tsx'
import type { VoteShares } from '#domain/moderation/vote-shares.server.ts'

/** A bar for each entry with many votes, as long as its votes; the others together in a line. */
export function Bars({ shares }: { shares: VoteShares }) {
  const { id, entries } = shares
  const most = entries[0]?.votes ?? 1
  return (
    <div className="px-6 pb-5">
      <ol className="bars">
        {entries.map((entry, place) => (
          <li key={entry.id} className="bar-row">
            <span className="bar-place figures">{place + 1}</span>
            <Link to={`/challenges/${id}/submissions/${entry.id}`} className="bar-name">
              {entry.title}
            </Link>
            <svg width="100%" height="12" className="bar" aria-hidden="true">
              <rect width="100%" height="12" rx="6" className="bar-track" />
              <rect
                width={`${((100 * entry.votes) / most).toFixed(2)}%`}
                height="12"
                rx="6"
                className={place < 3 ? 'bar-first' : 'bar-other'}
              />
            </svg>
            <span className="bar-votes">
              <NumberText value={entry.votes} className="font-semibold" />
              <span className="sr-only"> {entry.votes === 1 ? 'vote' : 'votes'}</span>
            </span>
          </li>
        ))}
      </ol>
      <Rest shares={shares} />
    </div>
  )
}

function Rest({ shares }: { shares: VoteShares }) {
  const { entries, votes } = restOf(shares)
  if (entries === 0) return null
  const having = votes === 0 ? 'without votes' : `with ${formatCount(votes, 'vote')}`
  return (
    <p className="bar-rest">
      {formatCount(entries, 'more entry', 'more entries')} {having}
      {entries > 1 && votes > 0 && ' together'}
    </p>
  )
}

/** What has no bar of its own. */
export function restOf({ participants, votes, entries }: VoteShares): { entries: number; votes: number } {
  return {
    entries: Math.max(0, participants - entries.length),
    votes: Math.max(0, votes - entries.reduce((sum, entry) => sum + entry.votes, 0)),
  }
}
