import sql from 'sql-template-tag'
import { STATUSES } from '#domain/challenges/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { LockedSettings, SettingName } from '#domain/settings/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The steps to the first challenge of a new site. */
export type FirstStep = 'name' | 'contact' | 'look' | 'challenge' | 'invite' | 'mail'

const PUBLISHED = STATUSES.filter((status) => status !== 'draft')

/** Which first steps are done (ADM-119); undefined once a challenge was published. */
export async function firstSteps(
  db: Db,
  _admin: Admin,
  { locked, sendsMail }: { locked: Partial<LockedSettings>; sendsMail: boolean },
): Promise<Record<FirstStep, boolean> | undefined> {
  const isSet = (name: SettingName) => sql`exists (select from site_settings where name = ${name})`
  const done = await db.row<Record<Exclude<FirstStep, 'mail'>, boolean>>(sql`
    select ${isSet('productName')} as name, ${isSet('contactEmail')} as contact, ${isSet('accent')} or ${isSet('logo')} as look,
      (select count(*) from (select from challenges order by created_at desc, id desc limit 1) newest) = 1 as challenge,
      exists (select from role_invitations)
        or (select count(*) from (select from users where admin_badge and deleted_at is null limit 2) two) > 1 as invite
    where not exists (
      select from unnest(${PUBLISHED}::text[]) published cross join lateral (
        select from challenges where status = published order by created_at desc, id desc limit 1) newest)`)
  return (
    done && {
      ...done,
      name: done.name || locked.productName !== undefined,
      contact: done.contact || locked.contactEmail !== undefined,
      mail: sendsMail,
    }
  )
}
