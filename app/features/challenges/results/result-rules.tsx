import { BulletList } from '#app/ui/bullet-list.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { Result } from '#domain/lifecycle/results.server.ts'
import { VOID_REASONS, type VoidReason } from '#domain/voting/bars.ts'

interface Props {
  challenge: { showVotes: boolean; allowVoting: boolean }
  result: Result
}

/** The rules of a completed challenge as they were, and its certificate. */
export function ResultRules({ challenge, result }: Props) {
  const { votingBegan, knownBefore, completedAt, moderation, ballots, votes } = result
  const voided = Object.entries(result.voided) as [VoidReason, number][]
  const rules = [
    'Each member had one vote, and none for their own entry.',
    challenge.showVotes
      ? 'Everyone could see the counts while members voted.'
      : secrecyText(knownBefore !== null),
    moderation === 'before'
      ? 'Entries that an organiser had approved could win.'
      : 'All entries that were not rejected could win.',
    'The most votes win. With equal votes the entry whose content was final earlier wins.',
  ]
  return (
    <div className="grid gap-6 text-calm">
      <BulletList>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </BulletList>
      {knownBefore && (
        <p>
          The challenge had been completed before, <Time value={knownBefore} style="datetime" />, and was
          opened again. The counts of then were known, and its votes still counted.
        </p>
      )}
      {voided.length > 0 && (
        <div>
          <p>The organisers voided votes, which did not count:</p>
          <BulletList className="mt-2">
            {voided.map(([reason, count]) => (
              <li key={reason}>
                {formatCount(count, 'vote')}: {VOID_REASONS[reason].toLowerCase()}
              </li>
            ))}
          </BulletList>
        </div>
      )}
      {challenge.allowVoting && ballots && (
        <p className="text-muted">
          {votingBegan && (
            <>
              Voting began <Time value={votingBegan} style="datetime" />.{' '}
            </>
          )}
          The votes were counted <Time value={completedAt} style="datetime" />, twice and by different
          methods.
        </p>
      )}
      {ballots && (
        <p className="text-muted">
          Fingerprint of the {formatNumber(votes)} ballots (SHA-256):{' '}
          <code className="wrap-anywhere">{ballots}</code>. It changes if a single vote changes. The ballots
          are private.
        </p>
      )}
    </div>
  )
}

function secrecyText(wasKnown: boolean): string {
  return wasKnown
    ? 'It was a secret ballot: no one saw the votes that were added after it was opened again before the end.'
    : 'It was a secret ballot: no one saw a count before the end, and each member saw the entries in another order.'
}
