import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { memberName } from '#app/parts/names.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { lostWith } from '#domain/challenges/commands.server.ts'
import { canDelete, DELETION_MESSAGES } from '#domain/challenges/deletion.ts'
import {
  type ChallengeDetail,
  type ChallengeSettings,
  challengeDetail,
  challengeSettings,
} from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { type CompletionPreview, completionPreview } from '#domain/lifecycle/completion.server.ts'
import {
  canComplete,
  extendedDeadline,
  extensionRefusal,
  LIFECYCLE_MESSAGES as LIFECYCLE,
} from '#domain/lifecycle/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { OWN_CONTEST } from '../confirmation/own-contest.ts'
import { notFoundConfirmation } from '../confirmation/run-admin-action.server.ts'
import type { FormQuestion } from './form/challenge-values.ts'

type Context = Readonly<RouterContextProvider>

export async function completeConfirmation(context: Context, id: string) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  // The version is read first: what changes until then is refused.
  const settings = await settingsOf(context, id)
  const challenge = settings && (await challengeDetail(db, scope, id))
  if (!challenge) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  const preview = await completionPreview(db, scope, id)
  return confirmation({
    subject: challenge.title,
    consequences: [
      ...completionTexts(challenge, preview, participantText(preview)),
      ...(challenge.mySubmissionId ? [OWN_CONTEST] : []),
    ],
    label: 'Complete Challenge',
    pendingLabel: 'Completing...',
    version: settings.version,
    refusal: canComplete(challenge.status) ? null : LIFECYCLE.notRunning,
  })
}

/** What the challenge form asks after a refusal that can be confirmed. */
export async function formQuestion(
  context: Context,
  id: string,
  form: CompletionSettings,
  refusal: string,
): Promise<FormQuestion | undefined> {
  if (refusal === CHALLENGE_FORM_MESSAGES.confirmCompletion) return completionQuestion(context, id, form)
  if (refusal === CHALLENGE_FORM_MESSAGES.confirmShowing) return SHOWING_QUESTION
  return refusal === CHALLENGE_FORM_MESSAGES.confirmHiding ? hidingQuestion(context, id) : undefined
}

const SHOWING_QUESTION: FormQuestion = {
  consequences: [
    'Everyone sees the counts of this secret ballot at once, and points for votes are paid from now on.',
    'The results will say that the counts were shown while members voted, also if you hide them again.',
  ],
  label: 'Show Votes',
  pendingLabel: 'Saving...',
}

/** Completing a challenge in its form pays no participants. */
async function completionQuestion(
  context: Context,
  id: string,
  form: CompletionSettings,
): Promise<FormQuestion> {
  const preview = await completionPreview(context.get(servicesContext).db, scopeOf(context), id)
  const unpaid = preview.payments.length > 0 && formatCount(preview.payments.length, 'participant')
  const participants = unpaid && `${unpaid} will get no points. Use Complete in the list to pay them.`
  return {
    consequences: completionTexts(form, preview, participants || participantText(preview)),
    label: 'Complete Challenge',
    pendingLabel: 'Completing...',
  }
}

async function hidingQuestion(context: Context, id: string): Promise<FormQuestion> {
  const challenge = await challengeDetail(context.get(servicesContext).db, scopeOf(context), id)
  const submissions = formatCount(challenge?.participants ?? 0, 'submission')
  return {
    consequences: [
      `As a draft, the challenge and its ${submissions} are visible to administrators only, not to their authors either.`,
      'Points and votes stay. The status can be changed back at any time.',
      ...(challenge?.winner
        ? [`${isolated(challenge.winner.name)} is no longer the winner and loses the points for winning.`]
        : []),
    ],
    label: 'Hide Challenge',
    pendingLabel: 'Hiding...',
  }
}

export async function extendConfirmation(context: Context, id: string) {
  const { db } = context.get(servicesContext)
  const challenge = await settingsOf(context, id)
  if (!challenge) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  const [now, detail] = await Promise.all([databaseNow(db), challengeDetail(db, scopeOf(context), id)])
  const { deadline } = challenge
  return confirmation({
    subject: challenge.title,
    consequences: [
      'The challenge is active and accepts submissions until the new deadline. Voting follows.',
      ...(challenge.votingOpensAt || challenge.votingClosesAt
        ? ['Custom voting dates move by the same time.']
        : []),
      'Members who rely on the dates are told.',
      ...(challenge.status !== 'active' && challenge.allowVoting
        ? ['Votes stay, and submissions that members could vote for can no longer be edited or withdrawn.']
        : []),
      ...(challenge.status === 'completed'
        ? [
            'The page of results is gone until the challenge is completed again.',
            'Submissions and votes of accounts that have been deleted are removed.',
          ]
        : []),
      ...(challenge.status === 'completed' && challenge.allowVoting && !challenge.showVotes
        ? [
            'The counts have been public since its completion. They are hidden again, and the points for votes are taken back until then. The results will say that they were known.',
          ]
        : []),
      ...(detail?.winner
        ? [`${isolated(detail.winner.name)} is no longer the winner and loses the points for winning.`]
        : []),
      ...(detail?.mySubmissionId ? [OWN_CONTEST] : []),
    ],
    dates: [
      ...(deadline ? [{ label: 'Current deadline', at: deadline }] : []),
      { label: 'New deadline', at: extendedDeadline(now) },
    ],
    label: 'Extend Challenge',
    pendingLabel: 'Extending...',
    version: challenge.version,
    refusal: extensionRefusal(challenge, now),
  })
}

export async function deleteConfirmation(context: Context, id: string) {
  const challenge = await settingsOf(context, id)
  if (!challenge) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  const { reminders, drafts } = await lostWith(context.get(servicesContext).db, id)
  const what = challenge.status === 'draft' ? 'draft is' : 'challenge and its page are'
  return confirmation({
    subject: challenge.title,
    consequences: [
      `The ${what} deleted for good. This cannot be undone.`,
      ...(reminders > 0 ? [`${formatCount(reminders, 'member')} who asked to be reminded will not be.`] : []),
      ...(drafts > 0
        ? [`${formatCount(drafts, 'draft')} of members ${drafts === 1 ? 'is' : 'are'} lost.`]
        : []),
      ...(challenge.status === 'draft' ? [] : ['The notifications about it are deleted too.']),
    ],
    label: 'Delete Challenge',
    pendingLabel: 'Deleting...',
    danger: true,
    version: challenge.version,
    refusal: canDelete(challenge) ? null : DELETION_MESSAGES.hasEntries,
  })
}

type CompletionSettings = Pick<ChallengeDetail, 'allowVoting' | 'showVotes'>

function completionTexts(challenge: CompletionSettings, preview: CompletionPreview, participants: string) {
  return [
    'Submissions and voting close now, and the status becomes Completed.',
    participants,
    winnerText(challenge, preview),
    ...(challenge.showVotes || !challenge.allowVoting ? [] : ['The points of hidden votes are paid now.']),
  ]
}

function participantText({ participants, payments }: CompletionPreview): string {
  if (participants === 0) return 'There are no participants to reward.'
  if (payments.length === 0) return 'All participants have already been paid for this challenge.'
  const total = payments.reduce((sum, { points }) => sum + points, 0)
  const each = REWARDS.participation
  const share =
    total === each * payments.length ? `${each} points each` : `${formatNumber(total)} points in total`
  const paid = `${formatCount(payments.length, 'participant')} will get ${share}`
  const before = participants - payments.length
  return before > 0 ? `${paid}; ${formatNumber(before)} already paid will get none.` : `${paid}.`
}

function winnerText({ allowVoting, showVotes }: CompletionSettings, { winner }: CompletionPreview): string {
  if (!allowVoting) return 'Voting is off, so there is no winner.'
  if (!showVotes) return `Votes are secret until then. The winner will win ${REWARDS.win} bonus points.`
  if (!winner) return 'No votes have been cast, so there is no winner.'
  return `${isolated(memberName(winner.name))} leads with ${formatCount(winner.votes, 'vote')} and will win ${REWARDS.win} bonus points.`
}

async function settingsOf(context: Context, id: string): Promise<ChallengeSettings | undefined> {
  return isId(id) ? challengeSettings(context.get(servicesContext).db, adminOf(context), id) : undefined
}

function confirmation(confirmation: Confirmation) {
  return data(confirmation)
}
