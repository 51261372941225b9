import { managePath } from '#app/parts/paths.ts'
import { formatCount } from '#app/ui/number.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import type { WaitingInChallenge } from '#domain/reporting/challenge-overview.server.ts'
import { entriesPath, REPORTS } from '../../paths.ts'
import { queuePath } from '../../submissions/queue/queue-path.ts'
import { resultsPath, votesPath } from './sections.ts'

export interface MainAction {
  to: string
  label: string
  /** It waits for an administrator. */
  isPrimary: boolean
}

/** The most useful thing to do in a challenge now. */
export function mainAction(head: ChallengeHead, waiting: WaitingInChallenge | null): MainAction {
  const { id, status, participants } = head
  const pending = waiting?.pending ?? 0
  const reports = reportsIn(waiting)
  if (isStopped(head)) return { to: votesPath(id), label: 'Check the votes', isPrimary: true }
  if (pending > 0)
    return {
      to: queuePath({ challengeId: id }),
      label: `Review ${formatCount(pending, 'entry', 'entries')}`,
      isPrimary: true,
    }
  if (reports > 0) return { to: REPORTS.to, label: `Read ${formatCount(reports, 'report')}`, isPrimary: true }
  const edit = { to: `${managePath(id)}/edit`, label: 'Edit' }
  if (status === 'draft') return { ...edit, isPrimary: true }
  if (status === 'upcoming') return { ...edit, isPrimary: head.startDate === null }
  if (status === 'completed') return { to: resultsPath(id), label: 'See the results', isPrimary: false }
  if (participants === 0) return { to: `/challenges/${id}`, label: 'Public page', isPrimary: false }
  return { to: entriesPath(id), label: 'See the entries', isPrimary: false }
}

export function reportsIn(waiting: WaitingInChallenge | null): number {
  return waiting ? waiting.reports.submissions + waiting.reports.comments : 0
}

/** Its result waits for an administrator: held beyond the end of voting, or two counts differ. */
export function isStopped({ isHeld, hasMismatch, votingEndsAt, now }: ChallengeHead): boolean {
  return hasMismatch || (isHeld && votingEndsAt !== null && votingEndsAt <= now)
}
