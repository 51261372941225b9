import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { memberName } from '#app/parts/names.ts'
import { formatCount } from '#app/ui/number.tsx'
import { SUSPENSION_MESSAGES as MESSAGES } from '#domain/accounts/rules.ts'
import {
  type MemberToSuspend,
  memberToSuspend,
  reinstateMember,
  suspendMember,
} from '#domain/accounts/suspension.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { OWN_VOTES } from '../confirmation/own-contest.ts'
import { notFoundConfirmation, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { LEADERBOARD_PATH } from './paths.ts'

interface Args {
  request: Request
  params: { userId: string }
  context: Readonly<RouterContextProvider>
}

export function suspendConfirmation(args: Args) {
  return confirmationOf(args, (member, admin) => ({
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
    ],
    label: 'Suspend Member',
    pendingLabel: 'Suspending...',
    danger: true,
    requiredReason: 'The member reads it when they try to sign in. It is recorded in the audit log.',
    refusal: suspendRefusal(member, admin, args.params.userId),
  }))
}

export function reinstateConfirmation(args: Args) {
  return confirmationOf(args, (member) => ({
    consequences: [
      ...(member.suspendedReason ? [`Reason for the suspension: ${member.suspendedReason}`] : []),
      'The member may sign in and take part again. Their voided votes in running challenges count again.',
    ],
    ...(member.suspendedAt && { dates: [{ label: 'Suspended', at: member.suspendedAt }] }),
    label: 'Reinstate Member',
    pendingLabel: 'Reinstating...',
    refusal: member.suspendedAt ? null : MESSAGES.notSuspended,
  }))
}

export function suspend(args: Args) {
  const { context, params } = args
  const { db, config } = context.get(servicesContext)
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  return runAdminAction(args, {
    list: LEADERBOARD_PATH,
    fields: ['reason'],
    done: MESSAGES.suspended,
    failed: MESSAGES.suspendFailed,
    async run(fields) {
      if (!isId(params.userId)) return refused('not-found', MESSAGES.noMember)
      const reason = String(fields.get('reason') ?? '')
      return suspendMember(db, adminOf(context), { userId: params.userId, reason }, admins)
    },
  })
}

export function reinstate(args: Args) {
  const { context, params } = args
  const { db } = context.get(servicesContext)
  return runAdminAction(args, {
    list: LEADERBOARD_PATH,
    done: MESSAGES.reinstated,
    failed: MESSAGES.reinstateFailed,
    async run() {
      if (!isId(params.userId)) return refused('not-found', MESSAGES.noMember)
      return reinstateMember(db, adminOf(context), params.userId)
    },
  })
}

async function confirmationOf(
  { params, context }: Args,
  build: (member: MemberToSuspend, admin: Member) => Omit<Confirmation, 'subject'>,
) {
  const admin = adminOf(context)
  const { db, config } = context.get(servicesContext)
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  const member = isId(params.userId) ? await memberToSuspend(db, admin, params.userId, admins) : undefined
  if (!member) return notFoundConfirmation(MESSAGES.noMember)
  const subject = memberName(member.displayName) + (member.email ? `, ${member.email}` : '')
  const confirmation = build(member, admin)
  const consequences = [...confirmation.consequences, ...(member.isOwnContest ? [OWN_VOTES] : [])]
  return data<Confirmation>({ subject, ...confirmation, consequences })
}

function suspendRefusal(member: MemberToSuspend, admin: Member, userId: string): string | null {
  if (userId.toLowerCase() === admin.id) return MESSAGES.self
  if (member.suspendedAt) return MESSAGES.already
  return member.isAdministrator ? MESSAGES.administrator : null
}
