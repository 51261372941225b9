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
