import sql from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { recordNotificationEvent } from './events.server.ts'

export interface Dates {
  status: ChallengeStatus
  start: Date | null
  deadline: Date | null
  /** Null without voting. */
  votingStart: Date | null
  votingEnd: Date | null
}

/** The dates that members rely on. */
export async function datesOf(tx: Db, challengeId: string): Promise<Dates | undefined> {
  return tx.row<Dates>(sql`
    select status, start_date as start, deadline,
      case when allow_voting then coalesce(voting_opens_at, deadline) end as "votingStart",
      case when allow_voting then voting_ends_at end as "votingEnd"
    from challenges where id = ${challengeId}`)
}

/**
 * Records which dates of a challenge were moved since `before`, and tells those who rely on them, once (NOTE-18). What
 * they were told before and is no longer true is withdrawn. Runs in the transaction that holds the challenge exclusively.
 */
export async function recordMovedDates(
  tx: Db,
  challengeId: string,
  before: Dates | undefined,
): Promise<void> {
  const after = await datesOf(tx, challengeId)
  if (!before || !after) return
  await withdrawUntrue(tx, challengeId, before, after)
  const moved = movedDates(before, after)
  if (moved.length === 0) return
  await tx.rows(sql`
    with now as materialized (select app_now() as at)
    insert into moved_dates (id, challenge_id, moved_at, moment, moved_from, moved_to)
    select id, ${challengeId}::uuid, now.at, moment, moved_from, moved_to from now, unnest(
      ${moved.map(() => newId())}::uuid[], ${moved.map(({ moment }) => moment)}::text[],
      ${moved.map(({ from }) => from)}::timestamptz[], ${moved.map(({ to }) => to)}::timestamptz[])
      as moved (id, moment, moved_from, moved_to)`)
  await recordNotificationEvent(tx, {
    kind: 'dates_moved',
    key: `dates_moved:${newId()}`,
    challengeId,
    details: {
      moved: moved.map(({ moment, from, to }) => ({ moment, from: iso(from), to: iso(to) })),
      isReopened: before.status === 'completed',
    },
  })
}

/** Reminders of another deadline, an open vote that is closed again, and what was said of dates before. */
async function withdrawUntrue(tx: Db, challengeId: string, before: Dates, after: Dates): Promise<void> {
  const isMoved = !same(before.deadline, after.deadline) || !same(before.votingEnd, after.votingEnd)
  const untrue = [
    ...(!same(before.deadline, after.deadline) || after.status !== 'active' ? ['deadline_near'] : []),
    ...(before.status === 'voting' && after.status !== 'voting' ? ['voting_opened'] : []),
    ...(isMoved || !same(before.start, after.start) ? ['dates_moved'] : []),
  ]
  await tx.rows(sql`
    update notification_events set withdrawn_at = app_now()
    where challenge_id = ${challengeId} and kind = any(${untrue}::text[]) and withdrawn_at is null`)
}

function movedDates(before: Dates, after: Dates) {
  const isPublished = !['draft', 'canceled'].includes(before.status)
  if (!isPublished || !['upcoming', 'active', 'voting'].includes(after.status)) return []
  const takesEntries = after.status !== 'voting'
  const followsDeadline = same(before.votingStart, before.deadline) && same(after.votingStart, after.deadline)
  const moments = [
    {
      moment: 'start',
      from: before.start,
      to: after.start,
      counts: before.status === 'upcoming' && after.status === 'upcoming',
    },
    { moment: 'deadline', from: before.deadline, to: after.deadline, counts: takesEntries },
    {
      moment: 'voting_start',
      from: before.votingStart,
      to: after.votingStart,
      counts: takesEntries && !followsDeadline,
    },
    { moment: 'voting_end', from: before.votingEnd, to: after.votingEnd, counts: true },
  ] as const
  return moments.filter(({ from, to, counts }) => counts && !same(from, to))
}

function same(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime()
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
