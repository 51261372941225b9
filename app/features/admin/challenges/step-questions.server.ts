import { formatCount } from '#app/ui/number.tsx'
import { DAY, votingEnd, votingLength, votingStart } from '#domain/challenges/rules.ts'
import {
  closedEntries,
  extendedDeadline,
  movedDeadline,
  type NewDates,
  REOPEN_DAYS,
  reopenedStatus,
  reopensForDays,
  type Step,
  startedVoting,
} from '#domain/lifecycle/rules.ts'
import { MOST_COUNTED, type SteeredChallenge } from '#domain/lifecycle/steering.server.ts'
import { formatTime } from '#platform/text/dates.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Question } from '../confirmation/confirmed-action.server.ts'
import { payrolls } from './steps.ts'

type Asked = Pick<Question, 'consequences' | 'pendingLabel'> & Partial<Question>

interface ToldChallenge extends SteeredChallenge {
  /** Members who are told of the step. */
  told: number
}

/** What each step asks, but for a completion. */
export const QUESTIONS: Record<Exclude<Step, 'complete'>, (challenge: ToldChallenge) => Asked> = {
  open(challenge) {
    const { atItsEnd, byComplete } = payrolls(challenge)
    return {
      consequences: [
        'The challenge is active and takes entries until its deadline.',
        challenge.status === 'draft'
          ? 'Everyone can see it.'
          : `Its start date is cleared. ${membersText(challenge, 'who asked to be reminded')}`,
        !challenge.allowVoting && 'Voting is off: it completes at the deadline.',
        atItsEnd,
        byComplete,
      ],
      dates: datesAfter(challenge, null),
      pendingLabel: 'Opening...',
    }
  },
  'close-entries': (challenge) => ({
    consequences: [
      'No one can enter any more, and entries can no longer be edited.',
      'Voting starts and ends as announced. It can be started earlier.',
      showsEntries(challenge) && 'Hidden entries become visible.',
      told(challenge),
    ],
    dates: datesAfter(challenge, closedEntries(challenge, challenge.now)),
    pendingLabel: 'Closing...',
  }),
  'start-voting': (challenge) => ({
    consequences: [
      'The challenge takes votes at once, for as long as announced.',
      'No one can enter any more, and entries can no longer be edited.',
      showsEntries(challenge) && 'Hidden entries become visible.',
      told(challenge),
    ],
    dates: datesAfter(challenge, startedVoting(challenge, challenge.now)),
    pendingLabel: 'Starting...',
  }),
  extend: (challenge) => ({
    consequences: [
      'The challenge is active and accepts submissions until the new deadline. Voting follows.',
      !challenge.isClosedByStep &&
        (challenge.votingOpensAt ?? challenge.votingClosesAt) !== null &&
        'Custom voting dates move by the same time.',
      told(challenge),
      ...undone(challenge),
    ],
    dates: datesAfter(challenge, movedDeadline(challenge, extendedDeadline(challenge.now))),
    pendingLabel: 'Extending...',
  }),
  cancel: (challenge) => ({
    consequences: [
      'The challenge ends now, without a winner. Points for winning and for taking part are not paid.',
      'Entries, votes and the points for them stay.',
      challenge.participants > 0 &&
        !challenge.showVotes &&
        'The counts of the secret ballot become public, and the points for its votes are paid.',
      told(challenge),
      'It can be reopened.',
    ],
    requiredReason: 'Those who are told read it, and it stands on the challenge’s page.',
    reasonLabel: 'Message to members',
    pendingLabel: 'Canceling...',
    dismissLabel: 'Keep Challenge',
    danger: true,
  }),
  reopen(challenge) {
    const asksDays = reopensForDays(challenge, challenge.now)
    return {
      consequences: [reopenedText(challenge), told(challenge), ...undone(challenge)],
      ...(asksDays ? reopenedFor(challenge) : { dates: datesAfter(challenge, null) }),
      pendingLabel: 'Reopening...',
    }
  },
}

/** The choice of the days, each with the date that it gives in place of the current one. */
function reopenedFor(challenge: SteeredChallenge): Pick<Asked, 'dates' | 'choice'> {
  const { type, deadline, now } = challenge
  const isVoting = reopenedStatus(challenge, now) === 'voting'
  const days = isVoting ? votingLength(type) : type === 'daily' ? 1 : 7
  const current = isVoting
    ? { label: 'Current end of voting', at: deadline && votingEnd({ ...challenge, deadline }) }
    : { label: 'Current deadline', at: deadline }
  return {
    dates: current.at ? [{ label: current.label, at: current.at }] : [],
    choice: {
      name: 'days',
      label: 'Open for',
      hint: isVoting ? 'The new end of voting.' : 'The new deadline.',
      options: REOPEN_DAYS.map((count) => ({
        value: String(count),
        label: `${formatCount(count, 'day')}, until ${formatTime(new Date(now.getTime() + count * DAY), 'yearless', 'UTC')}`,
      })),
      value: String(days),
    },
  }
}

function reopenedText(challenge: SteeredChallenge): string {
  switch (reopenedStatus(challenge, challenge.now)) {
    case 'upcoming':
      return 'The challenge is upcoming again. It keeps the dates that are ahead; without a start date it is to be announced.'
    case 'voting':
      return 'The challenge takes votes again. Entries stay closed.'
    case 'active': {
      const until = reopensForDays(challenge, challenge.now) ? '' : ' until its deadline, as before'
      const voting = challenge.allowVoting ? ' Voting follows for as long as before.' : ''
      return `The challenge is active and takes entries${until}.${voting}`
    }
  }
}

/** Whether hidden entries become visible as entries close. */
function showsEntries({ showSubmissions, deadline, now }: SteeredChallenge): boolean {
  return !showSubmissions && deadline !== null && deadline > now
}

function told(challenge: ToldChallenge): string {
  const who = challenge.showVotes
    ? 'who follow it, take part or voted'
    : 'who follow it or take part; and those who voted'
  return `${membersText(challenge, who)} Its page says so with the date.`
}

function membersText({ told }: ToldChallenge, who: string): string {
  if (told === 0) return 'Nobody is told yet.'
  const atLeast = told === MOST_COUNTED ? 'At least ' : ''
  return `${atLeast}${formatCount(told, 'member')} ${told === 1 ? 'is' : 'are'} told: ${who}.`
}

/** What is taken back when a challenge that went on, or ended, is open again. */
function undone({ status, hadVoting, showVotes, winnerName }: SteeredChallenge): Question['consequences'] {
  const isEnded = status === 'completed' || status === 'canceled'
  const end = status === 'completed' ? 'completion' : 'cancellation'
  return [
    status !== 'active' &&
      hadVoting &&
      'Votes stay, and submissions that members could vote for can no longer be edited or withdrawn.',
    status === 'completed' && 'The page of results is gone until the challenge is completed again.',
    isEnded && 'Submissions and votes of accounts that have been deleted are removed.',
    isEnded &&
      hadVoting &&
      !showVotes &&
      `The counts have been public since its ${end}. They are hidden again, and the points for votes are taken back until then. The results will say that they were known.`,
    winnerName !== null &&
      `${isolated(winnerName)} is no longer the winner and loses the points for winning.`,
  ]
}

/** The dates of a challenge; of those that a step moves, the current and the new one. */
function datesAfter(challenge: SteeredChallenge, dates: NewDates | null): { label: string; at: Date }[] {
  const before = datesOf(challenge)
  const after = dates ? datesOf({ ...challenge, ...dates }) : before
  return after.flatMap(({ label, at }) => {
    const was = before.find((date) => date.label === label)
    if (was?.at.getTime() === at.getTime()) return [{ label, at }]
    const text = label.toLowerCase()
    return [...(was ? [{ label: `Current ${text}`, at: was.at }] : []), { label: `New ${text}`, at }]
  })
}

function datesOf({ deadline, allowVoting, ...timeline }: SteeredChallenge): { label: string; at: Date }[] {
  if (!deadline) return []
  const dates = [{ label: 'Deadline', at: deadline }]
  if (!allowVoting) return dates
  return [
    ...dates,
    { label: 'Start of voting', at: votingStart({ ...timeline, deadline }) },
    { label: 'End of voting', at: votingEnd({ ...timeline, deadline }) },
  ]
}
