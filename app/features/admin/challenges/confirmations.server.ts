import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import {
  type ChallengeDetail,
  type ChallengeSettings,
  challengeDetail,
  challengeSettings,
} from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import {
  canComplete,
  canExtend,
  extendedDeadline,
  LIFECYCLE_MESSAGES as LIFECYCLE,
} from '#domain/lifecycle/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Confirmation } from '../components/confirmation.ts'
import { notFoundConfirmation } from '../components/run-admin-action.server.ts'

type Context = Readonly<RouterContextProvider>

export async function completeConfirmation(context: Context, id: string) {
  const { db } = context.get(servicesContext)
  const challenge = isId(id) ? await challengeDetail(db, scopeOf(context), id) : undefined
  if (!challenge) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  return confirmation({
    subject: challenge.title,
    consequences: [
      'Submissions and voting close now, and the status becomes Completed.',
      participantText(challenge.participants),
      winnerText(challenge),
    ],
    label: 'Complete Challenge',
    pendingLabel: 'Completing...',
    refusal: canComplete(challenge.status) ? null : LIFECYCLE.notRunning,
  })
}

export async function extendConfirmation(context: Context, id: string) {
  const challenge = await settingsOf(context, id)
  if (!challenge) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  const now = await databaseNow(context.get(servicesContext).db)
  const won = challenge.status === 'completed'
  return confirmation({
    subject: challenge.title,
    consequences: [
      'The challenge is active and accepts submissions until the new deadline. Voting follows.',
      'Custom voting dates are cleared.',
      ...(won ? [`The winner is cleared and loses the ${REWARDS.win} points.`] : []),
    ],
    date: { label: 'New deadline', at: extendedDeadline(challenge.deadline, now) },
    label: 'Extend Challenge',
    pendingLabel: 'Extending...',
    version: challenge.version,
    refusal: canExtend(challenge.status) ? null : LIFECYCLE.notExtendable,
  })
}

export async function deleteConfirmation(context: Context, id: string) {
  const challenge = await settingsOf(context, id)
  if (!challenge) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  return confirmation({
    subject: challenge.title,
    consequences: ['The draft is deleted for good. This cannot be undone.'],
    label: 'Delete Challenge',
    pendingLabel: 'Deleting...',
    danger: true,
    refusal: challenge.status === 'draft' ? null : CHALLENGE_MESSAGES.onlyDrafts,
  })
}

function participantText(participants: number): string {
  if (participants === 0) return 'There are no participants to reward.'
  return `Every participant gets ${REWARDS.participation} points: ${formatCount(participants, 'participant')}.`
}

function winnerText({ allowVoting, voteCount }: ChallengeDetail): string {
  if (!allowVoting) return 'Voting is off, so there is no winner.'
  if (!voteCount) return 'No votes have been cast, so there is no winner.'
  return `The submission with the most of the ${formatCount(voteCount, 'vote')} wins, and its author gets ${REWARDS.win} bonus points.`
}

async function settingsOf(context: Context, id: string): Promise<ChallengeSettings | undefined> {
  return isId(id) ? challengeSettings(context.get(servicesContext).db, id) : undefined
}

function confirmation(confirmation: Confirmation) {
  return data(confirmation)
}
