import { data } from 'react-router'
import type { ToastContent } from '#app/forms/flash.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { formatTime } from '#app/ui/time.tsx'
import { CHALLENGE_MESSAGES, DAY, votingEnd, votingLength, votingStart } from '#domain/challenges/rules.ts'
import {
  cancelChallenge,
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
  reopenChallenge,
  startVoting,
} from '#domain/lifecycle/commands.server.ts'
import { completionPreview } from '#domain/lifecycle/completion.server.ts'
import {
  closedEntries,
  extendedDeadline,
  failedMessage,
  movedDeadline,
  type NewDates,
  REOPEN_DAYS,
  reopenedStatus,
  reopensForDays,
  type Step,
  startedVoting,
  stepRefusal,
} from '#domain/lifecycle/rules.ts'
import {
  MOST_COUNTED,
  membersTold,
  type SteeredChallenge,
  steeredChallenge,
} from '#domain/lifecycle/steering.server.ts'
import { isStep, payrolls, STEP_NAMES } from '#domain/lifecycle/steering.ts'
import { done, type Outcome } from '#platform/outcome.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmedAction, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { OWN_CONTEST } from '../confirmation/own-contest.ts'
import { versionIn } from '../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'
import { completionTexts, participantText } from './completion-texts.ts'

type Asked = Pick<Confirmation, 'consequences' | 'pendingLabel'> & Partial<Confirmation>

/** Takes a step on a challenge, such as to close its entries (CHL-77 to CHL-79). */
export const step = confirmedAction<SteeredChallenge, string | ToastContent>({
  list: CHALLENGES_PATH,
  missing: CHALLENGE_MESSAGES.notFound,
  fields: ['version', 'reason', 'days'],
  done: (message) => message,
  failed: (params) => failedMessage(stepIn(params)),
  load({ db, admin, params }, id) {
    stepIn(params)
    return steeredChallenge(db, admin, id)
  },
  async confirm(challenge, { db, admin, context, params }) {
    const [step, id] = [stepIn(params), params.id ?? '']
    const asked =
      step === 'complete'
        ? completion(challenge, await completionPreview(db, scopeOf(context), id))
        : QUESTIONS[step]({ ...challenge, told: await membersTold(db, admin, id) })
    return {
      subject: challenge.title,
      label: STEP_NAMES[step].title,
      version: challenge.version,
      refusal: stepRefusal(step, challenge, challenge.now),
      ...asked,
      consequences: [...asked.consequences, ...(challenge.isOwn ? [OWN_CONTEST] : [])],
    }
  },
  run({ db, context, params }, id, fields) {
    const [scope, version] = [scopeOf(context), versionIn(fields)]
    const told = 'Those who rely on the dates are told.'
    switch (stepIn(params)) {
      case 'open':
        return saying('Challenge opened.', openChallenge(db, scope, id, version))
      case 'close-entries':
        return saying(`Entries closed. ${told}`, closeEntries(db, scope, id, version))
      case 'start-voting':
        return saying(`Voting started. ${told}`, startVoting(db, scope, id, version))
      case 'complete':
        return completeChallenge(db, scope, id, version)
      case 'extend':
        return saying(extendedToast, extendChallenge(db, scope, id, version))
      case 'cancel': {
        const canceled = cancelChallenge(db, scope, id, reasonIn(fields), version)
        return saying('Challenge canceled. Your message is on its way.', canceled)
      }
      case 'reopen': {
        const days = Number(fields.get('days') ?? '')
        return saying(`Challenge reopened. ${told}`, reopenChallenge(db, scope, id, days, version))
      }
    }
  },
})

/** Throws 404 for another path. */
function stepIn({ step }: Readonly<Record<string, string | undefined>>): Step {
  if (isStep(step)) return step
  throw data(null, { status: 404 })
}

/** The outcome of a command with what is said after it. */
async function saying<Value>(
  message: string | ((value: Value) => ToastContent),
  outcome: Promise<Outcome<Value>>,
): Promise<Outcome<string | ToastContent>> {
  const result = await outcome
  if (!result.ok) return result
  return done(typeof message === 'string' ? message : message(result.value))
}

function extendedToast({ message, deadline }: { message: string; deadline: string }): ToastContent {
  return { text: message, time: { label: 'New deadline', at: deadline } }
}

interface ToldChallenge extends SteeredChallenge {
  /** Members who are told of the step. */
  told: number
}

const QUESTIONS: Record<Exclude<Step, 'complete'>, (challenge: ToldChallenge) => Asked> = {
  open(challenge) {
    const { atItsEnd, byComplete } = payrolls(challenge)
    return {
      consequences: [
        'The challenge is active and takes entries until its deadline.',
        challenge.status === 'draft'
          ? 'Everyone can see it.'
          : `Its start date is cleared. ${membersText(challenge, 'who asked to be reminded')}`,
        ...ends(challenge),
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
      ...shownEntries(challenge),
      told(challenge),
    ],
    dates: datesAfter(challenge, closedEntries(challenge, challenge.now)),
    pendingLabel: 'Closing...',
  }),
  'start-voting': (challenge) => ({
    consequences: [
      'The challenge takes votes at once, for as long as announced.',
      'No one can enter any more, and entries can no longer be edited.',
      ...shownEntries(challenge),
      told(challenge),
    ],
    dates: datesAfter(challenge, startedVoting(challenge, challenge.now)),
    pendingLabel: 'Starting...',
  }),
  extend: (challenge) => ({
    consequences: [
      'The challenge is active and accepts submissions until the new deadline. Voting follows.',
      ...(!challenge.isClosedByStep && (challenge.votingOpensAt || challenge.votingClosesAt)
        ? ['Custom voting dates move by the same time.']
        : []),
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
      ...(challenge.participants > 0 && !challenge.showVotes
        ? ['The counts of the secret ballot become public, and the points for its votes are paid.']
        : []),
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
  return {
    dates: deadline
      ? [
          isVoting
            ? { label: 'Current end of voting', at: votingEnd({ ...challenge, deadline }) }
            : { label: 'Current deadline', at: deadline },
        ]
      : [],
    choice: {
      name: 'days',
      label: 'Open for',
      hint: isVoting ? 'The new end of voting.' : 'The new deadline.',
      options: REOPEN_DAYS.map((count) => ({
        value: String(count),
        label: `${formatCount(count, 'day')}, until ${dayAfter(now, count)}`,
      })),
      value: String(days),
    },
  }
}

function dayAfter(now: Date, days: number): string {
  return formatTime(new Date(now.getTime() + days * DAY), 'yearless', 'UTC')
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

function completion(
  challenge: SteeredChallenge,
  preview: Awaited<ReturnType<typeof completionPreview>>,
): Asked {
  return {
    consequences: [
      ...completionTexts(challenge, preview, participantText(preview)),
      payrolls(challenge).atItsEnd,
    ],
    pendingLabel: 'Completing...',
  }
}

/** When a challenge that is opened would end. */
function ends({ allowVoting }: SteeredChallenge): string[] {
  return allowVoting ? [] : ['Voting is off: it completes at the deadline.']
}

/** What becomes visible as entries close. */
function shownEntries({ showSubmissions, deadline, now }: SteeredChallenge): string[] {
  const isHidden = !showSubmissions && deadline !== null && deadline > now
  return isHidden ? ['Hidden entries become visible.'] : []
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
function undone({ status, hadVoting, showVotes, winnerName }: SteeredChallenge): string[] {
  const isEnded = status === 'completed' || status === 'canceled'
  return [
    ...(status !== 'active' && hadVoting
      ? ['Votes stay, and submissions that members could vote for can no longer be edited or withdrawn.']
      : []),
    ...(status === 'completed'
      ? ['The page of results is gone until the challenge is completed again.']
      : []),
    ...(isEnded ? ['Submissions and votes of accounts that have been deleted are removed.'] : []),
    ...(isEnded && hadVoting && !showVotes
      ? [
          `The counts have been public since its ${status === 'completed' ? 'completion' : 'cancellation'}. They are hidden again, and the points for votes are taken back until then. The results will say that they were known.`,
        ]
      : []),
    ...(winnerName
      ? [`${isolated(winnerName)} is no longer the winner and loses the points for winning.`]
      : []),
  ]
}

/** The dates of a challenge; of those that a step moves, the current and the new one. */
function datesAfter(challenge: SteeredChallenge, dates: NewDates | null): { label: string; at: Date }[] {
  const { deadline, type, allowVoting } = challenge
  const before = deadline && { ...challenge, deadline }
  const after = dates ? { type, ...dates } : before
  if (!after) return []
  const moments: [string, Date | undefined, Date][] = [
    ['deadline', before?.deadline, after.deadline],
    ...(allowVoting
      ? ([
          ['start of voting', before && votingStart(before), votingStart(after)],
          ['end of voting', before && votingEnd(before), votingEnd(after)],
        ] as [string, Date | undefined, Date][])
      : []),
  ]
  return moments.flatMap(([label, was, is]) => {
    if (was?.getTime() === is.getTime()) return [{ label: capitalised(label), at: is }]
    return [...(was ? [{ label: `Current ${label}`, at: was }] : []), { label: `New ${label}`, at: is }]
  })
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
