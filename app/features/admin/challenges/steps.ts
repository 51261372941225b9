import {
  failedMessage,
  possibleSteps,
  reopenedStatus,
  reopensForDays,
  type Steered,
  type Step,
} from '#domain/lifecycle/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'

export interface SteeringAction {
  /** What its button says, and the title of its confirmation. */
  label: string
  title: string
  /** Its confirmation. */
  path: string
  /** What it does. */
  sentence: string
  isDangerous: boolean
}

/** The steps that an administrator can take on a challenge now (CHL-77 to CHL-79), in the order of its life. */
export function offeredSteps(id: string, challenge: Steered, now: Date): SteeringAction[] {
  return possibleSteps(challenge, now).map((step) => ({
    label: STEP_NAMES[step].label,
    title: STEP_NAMES[step].title,
    path: stepPath(id, step),
    sentence: sentenceOf(step, challenge, now),
    isDangerous: step === 'cancel',
  }))
}

/** The label of each step, the title of its confirmation, and what is said if it fails. */
export const STEP_NAMES: Record<Step, { label: string; title: string; failed: string }> = {
  open: { label: 'Open now', title: 'Open Challenge', failed: failedMessage('open') },
  'close-entries': {
    label: 'Close entries now',
    title: 'Close Entries',
    failed: failedMessage('close-entries'),
  },
  'start-voting': { label: 'Start voting now', title: 'Start Voting', failed: failedMessage('start-voting') },
  extend: { label: 'Extend', title: 'Extend Challenge', failed: failedMessage('extend') },
  complete: { label: 'Complete now', title: 'Complete Challenge', failed: failedMessage('complete') },
  cancel: { label: 'Cancel', title: 'Cancel Challenge', failed: failedMessage('cancel') },
  reopen: { label: 'Reopen', title: 'Reopen Challenge', failed: failedMessage('reopen') },
}

/** The confirmation of a step. */
export function stepPath(id: string, step: Step): string {
  return `/admin/challenges/${id}/steps/${step}`
}

function sentenceOf(step: Step, challenge: Steered, now: Date): string {
  switch (step) {
    case 'open':
      return 'Entries are taken from now until the deadline.'
    case 'close-entries':
      return 'No more entries; voting starts and ends as announced.'
    case 'start-voting':
      return 'Voting starts now and lasts as long as announced; no more entries.'
    case 'extend':
      return 'Entries are taken until a week from now, and voting follows.'
    case 'complete':
      return 'It ends now, and participants and the winner are paid.'
    case 'cancel':
      return 'It ends without a winner, with a word to those who took part.'
    case 'reopen':
      return reopenSentence(challenge, now)
  }
}

function reopenSentence(challenge: Steered, now: Date): string {
  const asksDays = reopensForDays(challenge, now)
  switch (reopenedStatus(challenge, now)) {
    case 'upcoming':
      return 'It takes place after all.'
    case 'voting':
      return 'Votes are taken again for the days you choose.'
    case 'active':
      return `Entries are taken again ${asksDays ? 'for the days you choose' : 'until the deadline'}${challenge.allowVoting ? ', and voting follows' : ''}.`
  }
}

/** What each of the two ends of a challenge pays (CHL-18, CHL-32); `participants` have a submission that is not rejected. */
export function payrolls({ allowVoting, participants }: Pick<Steered, 'allowVoting' | 'participants'>) {
  const now = participants > 0 ? ` (${participants.toLocaleString('en')} now)` : ''
  const each = `each participant${now} gets ${REWARDS.participation} points`
  return {
    atItsEnd: allowVoting
      ? `If it ends by itself, the winner gets ${REWARDS.win} points.`
      : 'If it ends by itself, nobody gets points, as voting is off.',
    byComplete: `If you complete it, ${each}${allowVoting ? ` and the winner ${REWARDS.win}` : ''}.`,
  }
}
