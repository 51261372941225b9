import { adminOf, configuredAdmins } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/members/names.ts'
import { giveRole, personToChange } from '#domain/people/people.server.ts'
import { ROLE_MESSAGES as MESSAGES, ROLES } from '#domain/roles/rules.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmedAction, confirmedActions } from '../confirmation/confirmed-action.server.ts'
import { PEOPLE } from '../paths.ts'
import { CHANGES, type Change } from './paths.ts'

/** Gives a member a role, changes it or takes it (AUTH-39). */
export const changes = confirmedActions('role', {
  administrator: changeTo('administrator', [
    'They may do all that you may do: also change roles, points, settings and accounts.',
  ]),
  moderator: changeTo('moderator', [
    'They approve, reject and delete submissions, hide comments, resolve reports and void votes.',
    'They see neither settings, points and accounts nor e-mail addresses, and export nothing.',
  ]),
  none: changeTo('none', ['They are a member like others, at once and in every browser.']),
})

function changeTo(change: Change, consequences: string[]) {
  const wanted = change === 'none' ? null : change
  return confirmedAction({
    list: PEOPLE.to,
    param: 'userId',
    missing: MESSAGES.noMember,
    done: wanted ? MESSAGES.given : MESSAGES.removed,
    failed: MESSAGES.failed,
    load: ({ db, admin, context }, id) => personToChange(db, admin, id, wanted, configuredAdmins(context)),
    confirm: ({ displayName, role, refusal }, { admin, params }) => ({
      subject: isolated(memberName(displayName)) + (role ? `, ${ROLES[role].toLowerCase()}` : ''),
      consequences: [
        ...consequences,
        params.userId === admin.id && 'This is you: you leave this page.',
        'The audit log records it.',
      ],
      label: CHANGES[change],
      pendingLabel: 'Saving...',
      danger: wanted === null,
      refusal,
    }),
    run: ({ db, context }, userId) =>
      giveRole(db, adminOf(context), { userId, role: wanted }, configuredAdmins(context)),
  })
}
