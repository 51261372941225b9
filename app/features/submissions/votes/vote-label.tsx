import type { VoteState } from '#domain/voting/rules.ts'

const LABELS: Partial<Record<VoteState, [string, string?]>> = {
  'can-vote': ['Vote', ' for this submission'],
  voted: ['Unvote'],
  'voted-elsewhere': ['Move', ' my vote here'],
}

/** What the vote button says. `restClass` is of all but the first word where room is short; null leaves it out. */
export function VoteLabel({ state, restClass }: { state: VoteState; restClass?: string | null }) {
  const [word, rest] = LABELS[state] ?? []
  return (
    <span>
      {word}
      {rest && restClass !== null && <span className={restClass}>{rest}</span>}
    </span>
  )
}
