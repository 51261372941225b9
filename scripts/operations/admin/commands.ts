import {
  administratorsNamed,
  membersByEmail,
  setAdministrator,
} from '#domain/members/administrators.server.ts'
import { memberProfile } from '#domain/members/queries.server.ts'
import type { ConfiguredAdmins } from '#domain/members/rules.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { Failure } from '#platform/failure.ts'
import { isId } from '#platform/id.server.ts'

const undefinedTable = '42P01'

interface AdminCommand {
  verb: 'grant' | 'revoke'
  /** An e-mail address, or a member's id if several members have the address. */
  member: string
}

export const USAGE = `Usage: npm run dojo -- admin grant <email>
       npm run dojo -- admin revoke <email>
The address is one that the sign-in provider has verified; a member's id does as well.`

export function parseArguments(words: readonly string[]): AdminCommand | undefined {
  const [verb, member = '', ...more] = words
  if ((verb !== 'grant' && verb !== 'revoke') || more.length > 0) return undefined
  const name = member.trim()
  return name === '' || name.startsWith('-') ? undefined : { verb, member: name }
}

type AdminConfig = Pick<Config, 'adminEmails' | 'adminUserIds'>

interface Result {
  /** The role is as requested, also if it was before. */
  ok: boolean
  text: string
}

/** Grants or revokes the admin role (AUTH-26) and returns a message about the result. */
export async function changeAdminRole(db: Db, config: AdminConfig, command: AdminCommand): Promise<Result> {
  try {
    return await changeRole(db, config, command)
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error
    throw new Failure('This database has no schema of this release: start the app once')
  }
}

async function changeRole(
  db: Db,
  config: AdminConfig,
  { verb, member: name }: AdminCommand,
): Promise<Result> {
  const found = await findMembers(db, name)
  const [member, ...others] = found
  if (!member) return { ok: false, text: unknownMember(name) }
  if (others.length > 0) return { ok: false, text: ambiguous(verb, name, found) }
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  const changed = await setAdministrator(db, member.id, verb === 'grant', admins)
  const now = verb === 'grant' ? 'is an administrator' : 'is no administrator'
  const line = `${member.displayName} (${member.id}) ${now}${changed ? ' now' : ' already: nothing was changed'}.`
  const still = verb === 'revoke' ? await stillNamed(db, admins, member.id) : []
  return { ok: true, text: [line, ...still].join('\n') }
}

interface Found {
  id: string
  displayName: string
}

/** The members with this id or this verified address. */
export async function findMembers(db: Db, name: string): Promise<Found[]> {
  if (!isId(name)) return membersByEmail(db, name)
  const member = await memberProfile(db, name)
  return member ? [member] : []
}

function unknownMember(name: string): string {
  if (isId(name)) return `There is no member ${name}.`
  return `No one with the verified e-mail address ${name} has signed in yet. They must sign in once first; or add the address to ADMIN_EMAILS.`
}

function ambiguous(verb: AdminCommand['verb'], name: string, found: readonly Found[]): string {
  return [
    `${found.length} members sign in with ${name}. Nothing was changed; say which one by their id:`,
    ...found.map(({ id, displayName }) => `  npm run dojo -- admin ${verb} ${id}  (${displayName})`),
  ].join('\n')
}

async function stillNamed(db: Db, admins: ConfiguredAdmins, id: string): Promise<string[]> {
  const named = await administratorsNamed(db, id, admins)
  return named.map(
    ({ setting, value }) =>
      `The configuration still names them: remove ${value} from ${setting} and restart the app, or they stay an administrator.`,
  )
}
