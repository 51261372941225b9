import sql, { type Sql } from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import { RANKS } from '#domain/points/ranks.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import {
  isChannel,
  isKind,
  KINDS,
  NOTIFICATION_MESSAGES as MESSAGES,
  type NotificationKind,
} from './rules.ts'

/** Marks one notification of the viewer as read. */
export async function markRead(db: Db, viewer: Member, id: string): Promise<void> {
  await db.rows(sql`
    update notifications set read_at = app_now()
    where event_id = ${id} and user_id = ${viewer.id} and read_at is null`)
}

/** Among so many of the newest unread notifications a new rank is looked for. */
const unreadLookedAt = 100

/** Marks what was told of higher ranks as read. True if one of them is the viewer's rank, which then is news. */
export async function takeNewRank(db: Db, viewer: Member): Promise<boolean> {
  const names = RANKS.map(({ name }) => name)
  const taken = await db.rows<{ rank: string }>(sql`
    update notifications n set read_at = app_now() from notification_events e
    where e.id = n.event_id and n.user_id = ${viewer.id} and n.read_at is null and e.kind = 'rank_changed'
      and array_position(${names}::text[], e.details ->> 'rank') > array_position(${names}::text[], e.details ->> 'before')
      and n.event_id = any(array(
        select event_id from notifications where user_id = ${viewer.id} and read_at is null
        order by created_at desc, event_id desc limit ${unreadLookedAt}))
    returning e.details ->> 'rank' as rank`)
  return taken.some(({ rank }) => rank === viewer.rank)
}

const longestMarkingMs = 10_000

/** Marks the viewer's notifications as read up to the one that the page showed first, so that later ones stay unread. */
export async function markAllRead(db: Db, viewer: Member, newest: string): Promise<Outcome<null>> {
  if (!isId(newest)) return done(null)
  const markSome = async (limit: number) => {
    const marked = await db.rows(sql`
      update notifications set read_at = app_now() where user_id = ${viewer.id} and event_id = any(array(
        select n.event_id from notifications shown join notifications n on n.user_id = shown.user_id
        where shown.event_id = ${newest} and shown.user_id = ${viewer.id} and n.read_at is null
          and (n.created_at, n.event_id) <= (shown.created_at, shown.event_id)
        order by n.created_at desc, n.event_id desc limit ${limit}))
      returning 1`)
    return marked.length
  }
  // Some hundred thousand take longer than a statement may.
  await sweepInBatches(markSome, { timeoutMs: longestMarkingMs })
  return done(null)
}

/**
 * Saves how the viewer wants to be told of each kind (NOTE-5), and with `pushed` which are shown on their devices. Kinds
 * without a value stay as they are.
 */
export async function saveNotificationSettings(
  db: Db,
  viewer: Member,
  values: Partial<Record<NotificationKind, unknown>>,
  pushed?: readonly unknown[],
): Promise<Outcome<null>> {
  const chosen = KINDS.filter((kind) => values[kind] !== undefined)
  const channels = chosen.map((kind) => values[kind])
  const pushes = chosen.map((kind) => pushed?.includes(kind) ?? true)
  if (chosen.length === 0 || !channels.every(isChannel)) return refused('invalid', MESSAGES.invalid)
  const saved = await db.row(sql`
    with member as (
      select u.id from users u where u.id = ${viewer.id} and ${memberActive()} for key share of u
    )
    insert into notification_settings as s (user_id, kind, channel, push)
    select member.id, chosen.* from member
    cross join unnest(${chosen}::text[], ${channels}::text[], ${pushes}::boolean[]) chosen
    on conflict (user_id, kind) do update
      set channel = excluded.channel, push = case when ${pushed !== undefined} then excluded.push else s.push end
    returning 1 as found`)
  return saved ? done(null) : refused('signed-out', MESSAGES.signIn)
}

/**
 * Ends the mails of a kind with the secret part of the address in such a mail (NOTE-8). Its notifications stay in the
 * app. Repeating it changes nothing. Returns false for an address that no mail had.
 */
export async function unsubscribe(db: Db, kind: string, userId: string, token: string): Promise<boolean> {
  if (!(await isUnsubscribeToken(db, kind, userId, token))) return false
  await db.rows(sql`
    insert into notification_settings (user_id, kind, channel)
    select id, ${kind}, 'app' from users where id = ${userId} and deleted_at is null for key share
    on conflict (user_id, kind) do update set channel = 'app' where notification_settings.channel = 'mail'`)
  return true
}

export async function isUnsubscribeToken(
  db: Db,
  kind: string,
  userId: string,
  token: string,
): Promise<boolean> {
  if (!isKind(kind) || !isId(userId) || !/^[0-9a-f]{32}$/.test(token)) return false
  const found = await db.row(sql`
    select from users u where u.id = ${userId} and u.deleted_at is null
      and encode(${unsubscribeHash(sql`u.id`, sql`${kind}::text`)}, 'hex') = ${token}`)
  return found !== undefined
}

/** A keyed hash that only this database can make: an address of a mail cannot be guessed. */
export function unsubscribeHash(userId: Sql, kind: Sql): Sql {
  return sql`network_hash('unsubscribe ' || ${userId} || ' ' || ${kind})`
}
