import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { invitationMail } from '#domain/notifications/mail-message.server.ts'
import {
  endInvitation,
  type Invitation,
  inviteByEmail,
  openInvitation,
} from '#domain/people/invitations.server.ts'
import { INVITATION_MESSAGES as MESSAGES, ROLES, type Role } from '#domain/roles/rules.ts'
import { limit } from '#platform/http/limits.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { confirmedAction } from '../confirmation/confirmed-action.server.ts'
import { runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { PEOPLE } from '../paths.ts'

type Context = Readonly<RouterContextProvider>

/** Each may send a mail to anyone. */
const rateLimit = { points: 20, seconds: 3600 }

/** Saves an invitation, and sends its mail where mail is set up. */
export async function sendInvitation({ request, context }: { request: Request; context: Context }) {
  const limited = await limit(context.get(servicesContext).db, 'invitations', adminOf(context).id, rateLimit)
  if (!limited.ok) {
    const headers = { 'Retry-After': String(limited.retryAfterSeconds) }
    return data({ message: MESSAGES.tooOften, typed: undefined }, { status: 429, headers })
  }
  return runAdminAction(
    { request, context },
    {
      list: PEOPLE.to,
      fields: ['email', 'role'],
      typed: (fields) => ({ email: asTyped(fields.get('email')), role: asTyped(fields.get('role')) }),
      run: (fields) => invite(context, String(fields.get('email') ?? ''), String(fields.get('role') ?? '')),
      done: (message) => message,
      failed: MESSAGES.failed,
    },
  )
}

async function invite(context: Context, typed: string, chosen: string): Promise<Outcome<string>> {
  const admin = adminOf(context)
  const { db } = context.get(servicesContext)
  const email = typed.trim()
  const role = (Object.keys(ROLES) as Role[]).find((known) => known === chosen)
  if (!role) return refused('invalid', MESSAGES.role)
  const outcome = await inviteByEmail(db, admin, { email, role })
  if (!outcome.ok) return outcome
  return done(await mailInvitation(context, admin, { id: outcome.value.id, address: email, role }))
}

async function mailInvitation(
  context: Context,
  admin: Admin,
  invitation: { id: string; address: string; role: Role },
): Promise<string> {
  const { mailer, config, settings, log } = context.get(servicesContext)
  if (!mailer) return MESSAGES.saved
  try {
    await mailer.send(
      invitationMail({ ...invitation, inviter: admin.displayName }, { ...config, ...settings.current() }),
    )
    return MESSAGES.sent
  } catch (error) {
    log.warn({ err: error }, 'an invitation could not be sent')
    return MESSAGES.notSent
  }
}

/** Ends an invitation that nobody has accepted. */
export const end = confirmedAction<Invitation, null>({
  list: PEOPLE.to,
  missing: MESSAGES.missing,
  done: MESSAGES.ended,
  failed: MESSAGES.endFailed,
  load: ({ db, admin }, id) => openInvitation(db, admin, id),
  confirm: ({ email, role }) => ({
    subject: `${email}, ${ROLES[role].toLowerCase()}`,
    consequences: ['Signing in with this address gives no role any more.', 'The audit log records it.'],
    label: 'End Invitation',
    pendingLabel: 'Ending...',
    danger: true,
  }),
  run: ({ db, context }, id) => endInvitation(db, adminOf(context), id),
})
