import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { BulletList } from '#app/ui/text/bullet-list.tsx'
import { Time } from '#app/ui/time.tsx'
import type { Voters } from '#domain/challenges/rules.ts'
import type { Result } from '#domain/lifecycle/results.server.ts'
import { VOID_REASONS, type VoidReason } from '#domain/voting/rules.ts'

const VOTER_TEXTS: Record<Voters, string> = {
  everyone: 'Each member had one vote, and none for their own entry.',
  verified: 'Each member with a verified e-mail address had one vote, and none for their own entry.',
  members_before:
    'Each member who had joined before voting opened had one vote, and none for their own entry.',
}

export function ResultRules({ result }: { result: Result }) {
  const { votingBegan, knownBefore, completedAt, moderation, ballots, votes, counted, conditions } = result
  const voided = Object.entries(result.voided) as [VoidReason, number][]
  const rules = [
    VOTER_TEXTS[conditions.voters],
    conditions.showVotes ? 'Everyone could see the counts while members voted.' : secrecyText(result),
    moderation === 'before'
      ? `Entries that an organiser had approved could win.${counted < votes ? ` ${formatCount(votes - counted, 'vote')} for others did not count.` : ''}`
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
          The challenge had been completed before, <Time value={knownBefore} format="datetime" />, and was
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
      {conditions.allowVoting && ballots && (
        <p className="text-muted">
          {votingBegan && (
            <>
              Voting began <Time value={votingBegan} format="datetime" />.{' '}
            </>
          )}
          The votes were counted <Time value={completedAt} format="datetime" />, twice and by different
          methods.
        </p>
      )}
      {ballots && (
        <p className="text-muted">
          Fingerprint of the {formatNumber(votes)} ballots (SHA-256):{' '}
          <code className="wrap-anywhere">{ballots}</code>. Proof that no vote was changed later.
        </p>
      )}
    </div>
  )
}

/** Who saw a count before the end; nothing that is not known to be true. */
function secrecyText({ knownBefore, wereShown, lookedAt }: Result): string {
  if (wereShown)
    return 'The counts were hidden at the end. Before, everyone could see them for a time while members voted.'
  const whoElse = lookedAt > 0 ? 'no member' : 'no one'
  const secret = knownBefore
    ? `It was a secret ballot: ${whoElse} saw the votes that were added after it was opened again before the end.`
    : `It was a secret ballot: ${whoElse} saw a count before the end, and each member saw the entries in another order.`
  if (lookedAt === 0) return secret
  return `${secret} ${lookedAt === 1 ? 'One organiser' : `${formatNumber(lookedAt)} organisers`} looked at the counts, which is on record.`
}
