import sql from 'sql-template-tag'
import type { ChallengeStep, MovedDate } from '#domain/challenges/changes.ts'
import { type ChallengeStatus, isFinished } from '#domain/challenges/rules.ts'
import { recordNotificationEvent, recordOpening } from '#domain/events/record.server.ts'
import { recordWebhookEvent, recordWebhookOpening } from '#domain/events/webhooks.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import type { NotificationContent } from './rules.ts'

export interface Dates {
  status: ChallengeStatus
  start: Date | null
  deadline: Date | null
  allowVoting: boolean
  /** Null without voting. */
  votingStart: Date | null
  votingEnd: Date | null
}

/** The dates that members rely on. */
export async function datesOf(tx: Db, challengeId: string): Promise<Dates | undefined> {
  return tx.row<Dates>(sql`
    select status, start_date as start, deadline, allow_voting as "allowVoting",
      case when allow_voting then coalesce(voting_opens_at, deadline) end as "votingStart",
      case when allow_voting then voting_ends_at end as "votingEnd"
    from challenges where id = ${challengeId}`)
}

/** A step that organisers took, and what they tell members of it. */
interface Taken {
  step: ChallengeStep
  reason?: string | undefined
}

/** The steps that are told to those who rely on dates. Of an opening and of results others are told too. */
const toldSteps = ['entries_closed', 'voting_started', 'canceled', 'reopened', 'voting_reopened', 'resumed']

/**
 * Records which dates of a challenge were moved since `before`, and tells those who rely on them, once (NOTE-18), with the
 * step that moved them, and of an opening. What they were told before is withdrawn if it is no longer true; news of other
 * dates that still is goes into the new one. Runs in the transaction that holds the challenge exclusively.
 */
export async function recordMovedDates(
  tx: Db,
  challengeId: string,
  before: Dates | undefined,
  taken: Taken | null = null,
): Promise<void> {
  const after = await datesOf(tx, challengeId)
  if (!before || !after) return
  const moments = momentsOf(before, after)
  const isDelayed = after.status === 'upcoming' && !['draft', 'upcoming'].includes(before.status)
  const told = taken && toldSteps.includes(taken.step) ? taken : null
  const isReopened = after.status === 'active' && (isFinished(before.status) || told?.step === 'reopened')
  const moved = moments.filter(({ from, to, counts }) => counts && !same(from, to))
  // Entries are closed until the start, wherever it was.
  const news = moments.filter((date) => moved.includes(date) || (date.moment === 'start' && isDelayed))
  const earlier = await earlierNews(tx, challengeId)
  const isUntrue = earlier.moved.some((old) =>
    moments.some(({ moment, to }) => moment === old.moment && iso(to) !== old.to),
  )
  const isNews = news.length > 0 || isReopened || told !== null
  await withdrawUntrue(tx, challengeId, before, after, isNews || isUntrue)
  if (!told) await recordOpening(tx, challengeId, before.status)
  await recordWebhookOpening(tx, challengeId, before.status, after.status)
  if (moved.length > 0) await insertMoved(tx, challengeId, moved, taken !== null)
  const deadline = moved.find(({ moment }) => moment === 'deadline')
  if (deadline)
    await recordWebhookEvent(tx, {
      kind: 'challenge.deadline_moved',
      challengeId,
      details: { deadline: { from: iso(deadline.from), to: iso(deadline.to) } },
    })
  const kept = earlier.moved.filter((old) =>
    moments.some(({ moment, to, counts }) => counts && moment === old.moment && iso(to) === old.to),
  )
  if (!isNews && !(isUntrue && kept.length > 0)) return
  await recordNotificationEvent(tx, {
    kind: 'dates_moved',
    key: `dates_moved:${newId()}`,
    challengeId,
    details: {
      ...(told && { step: told.step, reason: told.reason }),
      moved: [...kept, ...news.map(({ moment, from, to }) => ({ moment, from: iso(from), to: iso(to) }))],
      isReopened: isReopened || (earlier.isReopened && after.status === 'active'),
    },
  })
}

/** What those who rely on dates were told of them and is not withdrawn. */
async function earlierNews(tx: Db, challengeId: string) {
  const events = await tx.rows<Pick<NotificationContent, 'details'>>(sql`
    select details from notification_events
    where challenge_id = ${challengeId} and kind = 'dates_moved' and withdrawn_at is null`)
  return {
    moved: events.flatMap(({ details }) => details.moved ?? []),
    isReopened: events.some(({ details }) => details.isReopened),
  }
}

/** Reminders of another deadline, an opening or an open vote that is closed again, and what was said of dates before. */
async function withdrawUntrue(
  tx: Db,
  challengeId: string,
  before: Dates,
  after: Dates,
  areDatesUntrue: boolean,
): Promise<void> {
  const untrue = [
    ...(!same(before.deadline, after.deadline) || after.status !== 'active' ? ['deadline_near'] : []),
    ...(after.status === 'upcoming' || after.status === 'canceled' ? ['challenge_opened'] : []),
    ...(before.status === 'voting' && after.status !== 'voting' ? ['voting_opened'] : []),
    ...(areDatesUntrue ? ['dates_moved'] : []),
  ]
  await tx.rows(sql`
    update notification_events set withdrawn_at = app_now()
    where challenge_id = ${challengeId} and kind = any(${untrue}::text[]) and withdrawn_at is null`)
}

/** Of dates moved by a step only later ones: it says by itself that a date is now. */
async function insertMoved(
  tx: Db,
  challengeId: string,
  moved: readonly MovedDate[],
  isByStep: boolean,
): Promise<void> {
  await tx.rows(sql`
    with now as materialized (select app_now() as at)
    insert into challenge_changes (id, challenge_id, changed_at, what, moved_from, moved_to)
    select id, ${challengeId}::uuid, now.at, moment, moved_from, moved_to from now, unnest(
      ${moved.map(() => newId())}::uuid[], ${moved.map(({ moment }) => moment)}::text[],
      ${moved.map(({ from }) => from)}::timestamptz[], ${moved.map(({ to }) => to)}::timestamptz[])
      as moved (id, moment, moved_from, moved_to)
    where not ${isByStep} or moved_to > now.at`)
}

/** All dates, and which of them members rely on. */
function momentsOf(before: Dates, after: Dates): (MovedDate & { counts: boolean })[] {
  const isRunning = before.status !== 'draft' && ['upcoming', 'active', 'voting'].includes(after.status)
  const takesEntries = isRunning && after.status !== 'voting'
  // Voting that is switched on or off has no other dates.
  const keepsVoting = isRunning && before.allowVoting === after.allowVoting
  const followsDeadline = same(before.votingStart, before.deadline) && same(after.votingStart, after.deadline)
  return [
    {
      moment: 'start',
      from: before.start,
      to: after.start,
      counts: isRunning && after.status === 'upcoming',
    },
    { moment: 'deadline', from: before.deadline, to: after.deadline, counts: takesEntries },
    {
      moment: 'voting_start',
      from: before.votingStart,
      to: after.votingStart,
      counts: takesEntries && keepsVoting && !followsDeadline,
    },
    { moment: 'voting_end', from: before.votingEnd, to: after.votingEnd, counts: keepsVoting },
  ]
}

function same(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime()
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
