/** A date of a challenge that was moved; null if it was, or is, not known. */
export interface MovedDate<Moment = Date> {
  moment: 'start' | 'deadline' | 'voting_start' | 'voting_end'
  from: Moment | null
  to: Moment | null
}

export const MOMENT_LABELS: Record<MovedDate['moment'], string> = {
  start: 'Start',
  deadline: 'Deadline',
  voting_start: 'Voting starts',
  voting_end: 'Voting ends',
}

export const TO_BE_ANNOUNCED = 'to be announced'

/** What organisers did to a challenge besides moving its dates. */
const STEP_LABELS = {
  opened: 'Opened for entries',
  entries_closed: 'Entries closed by the organisers',
  voting_started: 'Voting started by the organisers',
  completed: 'Completed by the organisers',
  canceled: 'Canceled by the organisers',
  reopened: 'Open for entries again',
  voting_reopened: 'Open for votes again',
  resumed: 'Takes place after all',
} as const

export type ChallengeStep = keyof typeof STEP_LABELS

export const CHANGE_LABELS = { ...MOMENT_LABELS, ...STEP_LABELS }

/** A dated line of a challenge's page. Times are ISO 8601. */
export interface ChallengeChange {
  id: string
  at: string
  what: keyof typeof CHANGE_LABELS
  /** Of a date that was moved; null if it was, or is, not known. */
  from: string | null
  to: string | null
  /** Of a cancellation. */
  note: string | null
}
