import sql, { type Sql } from 'sql-template-tag'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { titleVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { defaultChannel, takesMail } from './delivery.server.ts'
import { type Channel, KINDS, type NotificationContent, type NotificationKind } from './rules.ts'

export const NOTIFICATIONS_PAGE_SIZE = 25

/** The last page that can be requested. The download of personal data has all. */
const lastNotificationsPage = 40

export interface NotificationRow extends NotificationContent {
  id: string
  at: Date
  isUnread: boolean
}

/** A page of a member's notifications, newest first, all or the unread ones, and how many the pages hold (NOTE-3). */
export async function notificationsOf(
  db: Db,
  viewer: Member,
  moderation: Moderation,
  { page, unread }: { page: number; unread: boolean },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const reachable = lastNotificationsPage * NOTIFICATIONS_PAGE_SIZE
  const offset = Math.min((page - 1) * NOTIFICATIONS_PAGE_SIZE, reachable)
  const shown = unread ? sql`user_id = ${viewer.id} and read_at is null` : sql`user_id = ${viewer.id}`
  const [counted, rows] = await Promise.all([
    db.row<{ total: number }>(sql`
      select count(*)::int as total from (select from notifications where ${shown} limit ${reachable}) reached`),
    db.rows<NotificationRow>(sql`
      select n.event_id as id, n.created_at as at, n.read_at is null as "isUnread", ${content(moderation)}
      from (select * from notifications where ${shown}
        order by created_at desc, event_id desc limit ${NOTIFICATIONS_PAGE_SIZE} offset ${offset}) n
      ${contentJoins}
      order by n.created_at desc, n.event_id desc`),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** One notification of the viewer, or undefined. */
export function notificationOf(
  db: Db,
  viewer: Member,
  moderation: Moderation,
  id: string,
): Promise<NotificationRow | undefined> {
  return db.row(sql`
    select n.event_id as id, n.created_at as at, n.read_at is null as "isUnread", ${content(moderation)}
    from notifications n ${contentJoins} where n.event_id = ${id} and n.user_id = ${viewer.id}`)
}

/**
 * The `NotificationContent` of the notification `n`, with `contentJoins`. Not shown: titles of drafts and of others'
 * submissions that are not public, why those were rejected, and what a withdrawn announcement said.
 */
export function content(moderation: Moderation): Sql {
  return sql`
    e.kind, e.details || n.details as details,
    case when c.status <> 'draft' then
      json_build_object('id', c.id, 'title', c.title, 'winnerName', case when e.kind = 'results' then
        coalesce((select w.display_name from users w where w.id = c.winner_id), c.winner_name) end) end as challenge,
    case when s.id is not null then
      json_build_object('id', s.id,
        'title', case when ${titleVisible(moderation, sql`n.user_id`)} then s.title
          when s.status = 'rejected' then 'Removed entry' else 'An entry that is not public' end,
        'rejectionReason', case when s.user_id = n.user_id then s.rejection_reason end) end as submission,
    case when a.id is not null then
      json_build_object('id', a.id, 'title', a.title,
        'text', case when a.withdrawn_at is null then a.text else 'This announcement was withdrawn.' end,
        'link', case when a.withdrawn_at is null then a.link end) end as announcement`
}

export const contentJoins = sql`
  join notification_events e on e.id = n.event_id
  left join submissions s on s.id = e.submission_id
  left join challenges c on c.id = coalesce(e.challenge_id, s.challenge_id)
  left join announcements a on a.id = e.announcement_id`

export type NotificationSettings = Record<NotificationKind, Channel>

interface SavedSettings {
  settings: NotificationSettings
  /** The kinds that are not shown on the member's devices. */
  notPushed: NotificationKind[]
  hasAddress: boolean
  /** The mail server does not know the member's address. */
  isRefused: boolean
}

/** How the member is told of each kind, and whether a mail can reach them. */
export async function notificationSettings(db: Db, viewer: Member): Promise<SavedSettings> {
  const row = await db.row<SavedSettings>(sql`
    select (select json_object_agg(k.kind, coalesce(s.channel, ${defaultChannel(sql`k.kind`)}))
        from unnest(${KINDS}::text[]) k (kind)
        left join notification_settings s on s.kind = k.kind and s.user_id = ${viewer.id}) as settings,
      array(select kind from notification_settings where user_id = ${viewer.id} and not push) as "notPushed",
      exists (select from identities i where i.user_id = ${viewer.id} and ${takesMail})
        as "hasAddress",
      exists (select from identities i where i.user_id = ${viewer.id} and i.refused_email = i.email) as "isRefused"`)
  if (!row) throw new Error('no settings')
  return row
}
