import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { announceable } from './queries.server.ts'
import { ANNOUNCEMENT_LIMITS, type AnnouncementForm, ANNOUNCEMENT_MESSAGES as MESSAGES } from './rules.ts'

/**
 * Sends an announcement (NOTE-11): the schedule tells its audience, who is read then. `id` is the key of the form, so a
 * form that is sent again changes nothing; one that was changed since is refused. Refused beyond five in an hour and for a draft.
 */
export function sendAnnouncement(
  db: Db,
  viewer: Viewer,
  id: string,
  { title, text, link, challengeId }: AnnouncementForm,
): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'announcements', async (tx, admin) => {
    // One at a time, so that the limit holds and the same form waits for its first copy.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('announcements', 0))`)
    const known = await tx.row<{ isSame: boolean }>(sql`
      select (title, text, link, challenge_id) is not distinct from
        (${title}::text, ${text}::text, ${link}::text, ${challengeId}::uuid) as "isSame"
      from announcements where id = ${id}`)
    if (known) return known.isSame ? done(null) : refused('conflict', MESSAGES.sentAlready)
    const challenge = challengeId
      ? await tx.row<{ title: string }>(sql`
          select c.title from challenges c where c.id = ${challengeId} and ${announceable} for share`)
      : null
    if (challenge === undefined) return refused('conflict', MESSAGES.notPublic)
    const last = await tx.row<{ sent: number }>(sql`
      select count(*)::int as sent from announcements where sent_at > app_now() - interval '1 hour'`)
    if ((last?.sent ?? 0) >= ANNOUNCEMENT_LIMITS.perHour) return refused('conflict', MESSAGES.tooMany)
    await tx.rows(sql`
      insert into announcements (id, title, text, link, audience, challenge_id, created_by)
      values (${id}, ${title}, ${text}, ${link}, ${challengeId ? 'challenge' : 'all'}, ${challengeId}, ${admin.id})`)
    await tx.rows(sql`
      insert into notification_events (id, kind, key, challenge_id, announcement_id)
      values (gen_random_uuid(), 'announcement', 'announcement:' || ${id}::text, ${challengeId}, ${id})`)
    await recordAuditEvent(tx, admin, {
      action: 'announcement_sent',
      subject: { id, name: title },
      before: null,
      after: { text, link, audience: challenge?.title ?? 'All members' },
      challengeId,
    })
    return done(null)
  })
}

/**
 * Withdraws an announcement (NOTE-13): no one else is told, mails that wait are dropped, and the schedule removes its
 * notifications in batches. Its record stays.
 */
export function withdrawAnnouncement(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'announcements', async (tx, admin) => {
    // The event before the announcement, as the delivery locks them.
    await tx.rows(sql`select 1 as found from notification_events where announcement_id = ${id} for update`)
    const announcement = await tx.row<{
      title: string
      told: number
      challengeId: string | null
      isWithdrawn: boolean
    }>(sql`
      select title, told, challenge_id as "challengeId", withdrawn_at is not null as "isWithdrawn" from announcements where id = ${id} for update`)
    if (!announcement) return refused('not-found', MESSAGES.notFound)
    if (announcement.isWithdrawn) return refused('conflict', MESSAGES.withdrawnAlready)
    await tx.rows(sql`
      update announcements set withdrawn_at = app_now(), withdrawn_by = ${admin.id} where id = ${id}`)
    await tx.rows(sql`
      update notification_events set withdrawn_at = app_now(), delivered_at = coalesce(delivered_at, app_now())
      where announcement_id = ${id}`)
    await recordAuditEvent(tx, admin, {
      action: 'announcement_withdrawn',
      subject: { id, name: announcement.title },
      before: { withdrawn: false, members_told: announcement.told },
      after: { withdrawn: true, members_told: announcement.told },
      challengeId: announcement.challengeId,
    })
    return done(null)
  })
}
