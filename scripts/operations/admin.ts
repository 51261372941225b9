import { COMMAND_LINE } from '#domain/audit/record.server.ts'
import { memberProfile } from '#domain/members/queries.server.ts'
import { administratorsNamed, changeRole, membersByEmail } from '#domain/people/administrators.server.ts'
import { newSetupCode } from '#domain/people/first-administrator.server.ts'
import { type Role, SETUP_CODE_MINUTES } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { Failure } from '#platform/failure.ts'
import { isId } from '#platform/id.server.ts'
import { wrongUse } from './run-command.ts'
import { withSite } from './settings-store.ts'

/** Grants or revokes a role (AUTH-26, AUTH-37), or prints a code for the first administrator (AUTH-42). */
export async function run([verb = '', name = '', moderator]: string[]): Promise<number> {
  if (verb === 'code' && !name) return printCode()
  if (!name) return wrongUse
  if (verb !== 'grant' && (verb !== 'revoke' || moderator)) return wrongUse
  if (moderator && moderator !== 'moderator') return wrongUse
  const role = verb === 'revoke' ? null : moderator ? 'moderator' : 'administrator'
  await withSite(async (db, { adminEmails: emails, adminUserIds: userIds }) => {
    const { id, displayName } = await findMember(db, name, unknownHint)
    const change = await db.transaction((tx) =>
      changeRole(tx, COMMAND_LINE, { userId: id, role }, { emails, userIds }),
    )
    if (change === 'suspended')
      throw new Failure(`${displayName} (${id}) is suspended. Reinstate them first.`)
    const now = change === 'changed' ? ' now' : ' already: nothing was changed'
    console.log(`${displayName} (${id}) ${IS[role ?? 'none']}${now}.`)
    const named = role !== 'administrator' ? await administratorsNamed(db, id, { emails, userIds }) : []
    for (const { setting, value } of named)
      console.log(
        `The configuration still names them: remove ${value} from ${setting} and restart the app, or they stay an administrator.`,
      )
  })
  return 0
}

function printCode(): Promise<number> {
  return withSite(async (db, { adminEmails: emails, adminUserIds: userIds, publicUrl }) => {
    const code = await newSetupCode(db, { emails, userIds })
    if (!code) throw new Failure('There is an administrator, or the settings name one: use admin grant')
    console.log(`${code}: sign in at ${publicUrl}/setup and enter it within ${SETUP_CODE_MINUTES} minutes.`)
    return 0
  })
}

const IS: Record<Role | 'none', string> = {
  administrator: 'is an administrator',
  moderator: 'is a moderator',
  none: 'is neither administrator nor moderator',
}

const unknownHint = ' They must sign in once first; or add the address to ADMIN_EMAILS.'

export interface Member {
  id: string
  displayName: string
}

/** The member with this id or this verified address. Throws a Failure if there is none or several have the address. */
export async function findMember(db: Db, name: string, unknownHint = ''): Promise<Member> {
  const isNamed = isId(name)
  const found = isNamed ? [(await memberProfile(db, name)) ?? []].flat() : await membersByEmail(db, name)
  const [member] = found
  if (member && found.length === 1) return member
  if (found.length > 1)
    throw new Failure(
      [
        `${found.length} members sign in with ${name}. Nothing was changed; say which one by their id:`,
        ...found.map(({ id, displayName }) => `  ${id}  (${displayName})`),
      ].join('\n'),
    )
  if (isNamed) throw new Failure(`There is no member ${name}.`)
  throw new Failure(`No one with the verified e-mail address ${name} has signed in yet.${unknownHint}`)
}
