import { REWARDS } from '#domain/points/rules.ts'
import { reopenedStatus, reopensForDays, STEPS, type Steered, type Step, stepRefusal } from './rules.ts'

export interface OfferedStep {
  step: Step
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
export function offeredSteps(id: string, challenge: Steered, now: Date): OfferedStep[] {
  return STEPS.filter((step) => stepRefusal(step, challenge, now) === null).map((step) => ({
    step,
    ...STEP_NAMES[step],
    path: stepPath(id, step),
    sentence: sentenceOf(step, challenge, now),
    isDangerous: step === 'cancel',
  }))
}

/** The label of each step, and the title of its confirmation. */
export const STEP_NAMES: Record<Step, { label: string; title: string }> = {
  open: { label: 'Open now', title: 'Open Challenge' },
  'close-entries': { label: 'Close entries now', title: 'Close Entries' },
  'start-voting': { label: 'Start voting now', title: 'Start Voting' },
  extend: { label: 'Extend', title: 'Extend Challenge' },
  complete: { label: 'Complete now', title: 'Complete Challenge' },
  cancel: { label: 'Cancel', title: 'Cancel Challenge' },
  reopen: { label: 'Reopen', title: 'Reopen Challenge' },
}

export function isStep(text: string | undefined): text is Step {
  return (STEPS as readonly (string | undefined)[]).includes(text)
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
