import { formatCount } from '#app/ui/number.tsx'
import type { Pattern } from '#domain/integrity/patterns.server.ts'
import { PATTERN_LIMITS, type PatternKind } from '#domain/integrity/rules.ts'
import { isolated } from '#platform/text/isolated.ts'

export const patternTitles: Record<PatternKind, string> = {
  newAccounts: 'New accounts',
  network: 'One network',
  burst: 'Votes within a minute',
  oneAuthor: 'Always the same author',
  mutual: 'Votes for each other',
}

/** What was found, in one or two sentences with its numbers. */
export function patternText({ kind, submission, hits, trials, returned, voters }: Pattern): string {
  const author = isolated(submission.authorName)
  const name = isolated(voters[0]?.name ?? 'A member')
  const challenges = formatCount(trials, 'challenge')
  const texts: Record<PatternKind, () => string> = {
    newAccounts: () =>
      `${hits} of the ${formatCount(trials, 'vote')} for this entry come from accounts that were made less than ${PATTERN_LIMITS.newAccounts.hours} hours before voting opened, or later. Among the other voters such accounts are much rarer.`,
    network: () =>
      `${formatCount(hits, 'member')} who signed in or voted from one network voted for this entry, of ${trials} from that network. Families and offices share a network too.`,
    burst: () =>
      `${hits} votes for this entry came within ${PATTERN_LIMITS.burst.seconds} seconds, of ${trials} for all entries in that time.`,
    oneAuthor: () => `${name} voted in ${challenges} that ${author} entered, each time for ${author}.`,
    mutual: () =>
      `${name} voted for ${author} in ${hits} of ${challenges}, and ${author} for ${name} in ${returned ?? 0}.`,
  }
  return texts[kind]()
}
