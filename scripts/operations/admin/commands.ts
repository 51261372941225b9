import {
  administratorsNamed,
  membersByEmail,
  setAdministrator,
} from '#domain/members/administrators.server.ts'
import { memberProfile } from '#domain/members/profile.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { Failure } from '#platform/failure.ts'
import { isId } from '#platform/id.server.ts'
import type { Order } from './arguments.ts'

type Configured = Pick<Config, 'adminEmails' | 'adminUserIds'>

interface Said {
  /** The role is as requested, also if it was before. */
  ok: boolean
  text: string
}

/** Grants or revokes the admin role (AUTH-26) and returns a message about the result. */
export async function carryOut(db: Db, config: Configured, order: Order): Promise<Said> {
  try {
    return await attempt(db, config, order)
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error
    throw new Failure('This database has no dojo in it yet, or an older one: start the dojo once')
  }
}

const undefinedTable = '42P01'

async function attempt(db: Db, config: Configured, { verb, whom }: Order): Promise<Said> {
  const found = await findMembers(db, whom)
  const [member, ...others] = found
  if (!member) return { ok: false, text: unknown(whom) }
  if (others.length > 0) return { ok: false, text: several(verb, whom, found) }
  const changed = await setAdministrator(db, member.id, verb === 'grant')
  const now = verb === 'grant' ? 'is an administrator' : 'is no administrator'
  const line = `${member.displayName} (${member.id}) ${now}${changed ? ' now' : ' already: nothing was changed'}.`
  const still = verb === 'revoke' ? await stillNamed(db, config, member.id) : []
  return { ok: true, text: [line, ...still].join('\n') }
}

interface Found {
  id: string
  displayName: string
}

/** The members with this id or this verified address. */
export async function findMembers(db: Db, whom: string): Promise<Found[]> {
  if (!isId(whom)) return membersByEmail(db, whom)
  const member = await memberProfile(db, whom)
  return member ? [member] : []
}

function unknown(whom: string): string {
  if (isId(whom)) return `There is no member ${whom}.`
  return `Nobody whose verified e-mail address is ${whom} has signed in yet. They have to sign in once first; or name the address in ADMIN_EMAILS.`
}

function several(verb: Order['verb'], whom: string, found: readonly Found[]): string {
  return [
    `${found.length} members sign in with ${whom}. Nothing was changed; say which one by their id:`,
    ...found.map(({ id, displayName }) => `  npm run admin:${verb} -- ${id}  (${displayName})`),
  ].join('\n')
}

async function stillNamed(db: Db, { adminEmails, adminUserIds }: Configured, id: string): Promise<string[]> {
  const named = await administratorsNamed(db, id, { emails: adminEmails, userIds: adminUserIds })
  return named.map(
    ({ setting, value }) =>
      `The configuration still names them: take ${value} out of ${setting} and start the dojo again, or they stay an administrator.`,
  )
}
