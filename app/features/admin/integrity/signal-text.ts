import { formatCount } from '#app/ui/number.tsx'
import { SIGNAL_LIMITS, type SignalKind } from '#domain/integrity/rules.ts'
import type { Signal } from '#domain/integrity/signals.server.ts'

export const signalTitles: Record<SignalKind, string> = {
  newAccounts: 'New accounts',
  network: 'One network',
  burst: 'Votes within a minute',
  oneAuthor: 'Always the same author',
  mutual: 'Votes for each other',
}

/** What was found, in one or two sentences with its numbers. */
export function signalText({ kind, submission, hits, trials, returned, voters }: Signal): string {
  const author = submission.authorName
  const name = voters[0]?.name ?? 'A member'
  const challenges = formatCount(trials, 'challenge')
  const texts: Record<SignalKind, () => string> = {
    newAccounts: () =>
      `${hits} of the ${formatCount(trials, 'vote')} for this entry come from accounts that were made less than ${SIGNAL_LIMITS.newAccounts.hours} hours before voting opened, or later. Among the other voters such accounts are much rarer.`,
    network: () =>
      `${formatCount(hits, 'member')} who signed in or voted from one network voted for this entry, of ${trials} from that network. Families and offices share a network too.`,
    burst: () =>
      `${hits} votes for this entry came within ${SIGNAL_LIMITS.burst.seconds} seconds, of ${trials} for all entries in that time.`,
    oneAuthor: () => `${name} voted in ${challenges} that ${author} entered, each time for ${author}.`,
    mutual: () =>
      `${name} voted for ${author} in ${hits} of ${challenges}, and ${author} for ${name} in ${returned ?? 0}.`,
  }
  return texts[kind]()
}
