import type { RouterContextProvider } from 'react-router'
import { adminOf, configuredAdmins } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/members/names.ts'
import { formatCount } from '#app/ui/number.tsx'
import { SUSPENSION_MESSAGES as MESSAGES } from '#domain/accounts/rules.ts'
import {
  type MemberToSuspend,
  memberToSuspend,
  reinstateMember,
  suspendMember,
} from '#domain/accounts/suspension.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmedAction, confirmedActions, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { OWN_VOTES } from '../confirmation/own-contest.ts'
import { LEADERBOARD_PATH } from './paths.ts'

const ON_MEMBER = { list: LEADERBOARD_PATH, param: 'userId', missing: MESSAGES.noMember, load: memberOf }

const suspend = confirmedAction({
  ...ON_MEMBER,
  fields: ['reason'],
  done: MESSAGES.suspended,
  failed: MESSAGES.suspendFailed,
  confirm: (member, { admin, params }) => ({
    subject: nameOf(member),
    consequences: [
      'All sessions end at once, and signing in is refused with your reason.',
      'Submitting, voting and editing the profile are refused.',
      'Votes in running challenges are voided, with the points for them.',
      ...(member.openVotes > 0
        ? [
            `${formatCount(member.openVotes, 'vote')} ${member.openVotes === 1 ? 'is' : 'are'} in challenges that show votes. Secret ballots do not tell.`,
          ]
        : []),
      ...(member.submissions > 0 ? ['Submissions stay as they are. Reject or delete them separately.'] : []),
      'You can reinstate the member at any time. Voided votes count again, except in challenges that are completed by then.',
      ...ownVotes(member),
    ],
    label: 'Suspend Member',
    pendingLabel: 'Suspending...',
    danger: true,
    requiredReason: 'The member reads it when they try to sign in. It is recorded in the audit log.',
    refusal: suspendRefusal(member, admin, params.userId),
  }),
  run({ db, context }, userId, fields) {
    const member = { userId, reason: reasonIn(fields) }
    return suspendMember(db, adminOf(context), member, configuredAdmins(context))
  },
})

const reinstate = confirmedAction({
  ...ON_MEMBER,
  done: MESSAGES.reinstated,
  failed: MESSAGES.reinstateFailed,
  confirm: (member) => ({
    subject: nameOf(member),
    consequences: [
      ...(member.suspendedReason ? [`Reason for the suspension: ${member.suspendedReason}`] : []),
      'The member may sign in and take part again. Their voided votes in running challenges count again.',
      ...ownVotes(member),
    ],
    ...(member.suspendedAt && { dates: [{ label: 'Suspended', at: member.suspendedAt }] }),
    label: 'Reinstate Member',
    pendingLabel: 'Reinstating...',
    refusal: member.suspendedAt ? null : MESSAGES.notSuspended,
  }),
  run: ({ db, context }, userId) => reinstateMember(db, adminOf(context), userId),
})

export const accounts = confirmedActions('verb', { suspend, reinstate })

type Context = Readonly<RouterContextProvider>

function memberOf({ db, context, admin }: { db: Db; context: Context; admin: Admin }, userId: string) {
  return memberToSuspend(db, admin, userId, configuredAdmins(context))
}

function nameOf({ displayName, email }: MemberToSuspend): string {
  return isolated(memberName(displayName)) + (email ? `, ${email}` : '')
}

function ownVotes({ isOwnContest }: MemberToSuspend): string[] {
  return isOwnContest ? [OWN_VOTES] : []
}

function suspendRefusal(member: MemberToSuspend, admin: Admin, userId = ''): string | null {
  if (userId === admin.id) return MESSAGES.self
  if (member.suspendedAt) return MESSAGES.already
  return member.isAdministrator ? MESSAGES.administrator : null
}
