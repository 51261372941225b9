import { data } from 'react-router'
import { adminOf, configuredAdmins } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/names.ts'
import { giveRole, personToChange } from '#domain/members/people.server.ts'
import { ROLE_MESSAGES as MESSAGES, ROLES } from '#domain/roles/rules.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmedAction } from '../confirmation/confirmed-action.server.ts'
import { PEOPLE } from '../paths.ts'
import { CHANGES, type Change, isChange, roleAfter } from './paths.ts'

/** Gives a member a role, changes it or takes it (AUTH-39). */
export const change = confirmedAction({
  list: PEOPLE.to,
  param: 'userId',
  missing: MESSAGES.noMember,
  done: (role) => (role ? MESSAGES.given : MESSAGES.removed),
  failed: MESSAGES.failed,
  load: ({ db, admin, context, params }, id) =>
    personToChange(db, admin, id, roleAfter(changeIn(params)), configuredAdmins(context)),
  confirm({ displayName, role, refusal }, { admin, params }) {
    const wanted = changeIn(params)
    return {
      subject: isolated(memberName(displayName)) + (role ? `, ${ROLES[role].toLowerCase()}` : ''),
      consequences: [
        ...CONSEQUENCES[wanted],
        params.userId === admin.id && 'This is you: you leave this page.',
        'The audit log records it.',
      ],
      label: CHANGES[wanted],
      pendingLabel: 'Saving...',
      danger: wanted === 'none',
      refusal,
    }
  },
  async run({ db, context, params }, userId) {
    const role = roleAfter(changeIn(params))
    const outcome = await giveRole(db, adminOf(context), { userId, role }, configuredAdmins(context))
    return outcome.ok ? { ...outcome, value: role } : outcome
  },
})

const CONSEQUENCES: Record<Change, string[]> = {
  administrator: ['They may do all that you may do: also change roles, points, settings and accounts.'],
  moderator: [
    'They approve, reject and delete submissions, hide comments, resolve reports and void votes.',
    'They see neither settings, points and accounts nor e-mail addresses, and export nothing.',
  ],
  none: ['They are a member like others, at once and in every browser.'],
}

/** Throws 404 for another path. */
function changeIn({ role }: Readonly<Record<string, string | undefined>>): Change {
  if (!isChange(role)) throw data(null, { status: 404 })
  return role
}
