import sql from 'sql-template-tag'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import { ballotTimes, databaseNow } from '#domain/challenges/time.server.ts'
import { recordOpening, recordWaiting } from '#domain/events/record.server.ts'
import { recordWebhookOpening } from '#domain/events/webhooks.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { completeInTransaction } from './completion.server.ts'
import { ResultMismatch, recordAlert } from './recount.server.ts'

type Transition = 'start' | 'show-submissions' | 'cancel' | 'open-voting' | 'complete'

interface ClaimedTransition {
  id: string
  transition: Transition
}

/**
 * Makes all transitions that are due: upcoming challenges start; after the deadline challenges show hidden submissions,
 * open voting, complete without voting, or are canceled without submissions; voting ends with a winner (CHL-15 to
 * CHL-18). Each transition is claimed by one process and happens once. Challenges that a command holds come last, after
 * a wait of at most half a second. If some fail, the others are made before this throws; when `signal` aborts, the rest is
 * left to the next call. Returns the transitions made.
 */
export async function advanceDue(
  db: Db,
  moderation: Moderation,
  signal?: AbortSignal,
): Promise<ClaimedTransition[]> {
  const { made, failures } = await advanceAll(db, moderation, { waits: true, signal })
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorMessage).join('; '))
  return made
}

/** How long a page makes transitions that are due, in milliseconds; the schedule makes the rest. */
const longestForPage = 300

/**
 * The database's time, after all due transitions, unless these are so many that they take longer than
 * `longestForPage`. Takes one statement if none is due. A transition that fails is left to the schedule, which reports
 * it and alone tries a completion again whose counts differed.
 */
export async function advanceAndGetTime(db: Db, moderation: Moderation): Promise<Date> {
  const state = await db.row<{ now: Date; due: boolean; stopped: string[] }>(sql`
    select app_now() as now, stopped.ids as stopped,
      exists (select from challenges c where (${due}) and c.id <> all(stopped.ids)) as due
    from (select array(select id from challenges where result_alert_at is not null) as ids) stopped`)
  if (!state) return databaseNow(db)
  if (!state.due) return state.now
  const signal = AbortSignal.timeout(longestForPage)
  await advanceAll(db, moderation, { waits: false, signal, except: state.stopped })
  return databaseNow(db)
}

interface Options {
  waits: boolean
  signal?: AbortSignal | undefined
  /** Challenges that are left alone. */
  except?: readonly string[]
}

async function advanceAll(db: Db, moderation: Moderation, { waits, signal, except = [] }: Options) {
  const made: ClaimedTransition[] = []
  const failures: Error[] = []
  const failed = [...except]
  let others: 'skipped' | 'awaited' = 'skipped'
  while (!signal?.aborted) {
    let claimed = undefined as ClaimedTransition | undefined
    try {
      await db.transaction(async (tx) => {
        claimed = await claim(tx, failed, others)
        if (claimed) await advance(tx, moderation, claimed)
      })
    } catch (cause) {
      if (!claimed && isLockTimeout(cause)) break
      if (!claimed) throw cause
      failed.push(claimed.id)
      if (cause instanceof ResultMismatch) await recordAlert(db, claimed.id, cause)
      failures.push(
        new Error(`challenge ${claimed.id} (${claimed.transition}): ${errorMessage(cause)}`, { cause }),
      )
      continue
    }
    if (claimed) {
      made.push(claimed)
      others = 'skipped'
    } else {
      if (!waits || others === 'awaited' || !(await isAnyDue(db, failed))) break
      others = 'awaited'
    }
  }
  return { made, failures }
}

async function advance(tx: Db, moderation: Moderation, { id, transition }: ClaimedTransition): Promise<void> {
  if (transition === 'complete') {
    await completeInTransaction(tx, visitorScope(moderation), id, { by: null, payParticipants: false })
  } else {
    await tx.rows(changes[transition](id))
    if (transition === 'cancel') await recordWaiting(tx, id, 'no_entries')
    await recordOpening(tx, id, transition === 'start' ? 'upcoming' : 'active')
    if (transition === 'start') await recordWebhookOpening(tx, id, 'upcoming', 'active')
    if (transition === 'open-voting') await recordWebhookOpening(tx, id, 'active', 'voting')
  }
}

// A challenge that is held is skipped at first: by another process, which makes its transition, or by a command. To wait
// for it keeps a flood of commands from delaying it, because PostgreSQL lets those who wait have the row in turn. The
// row alone decides: a submission that commits during the wait updates it, and PostgreSQL checks the row again.
async function claim(
  tx: Db,
  failed: readonly string[],
  others: 'skipped' | 'awaited',
): Promise<ClaimedTransition | undefined> {
  if (others === 'awaited') await tx.rows(sql`set local lock_timeout = '500ms'`)
  return tx.row<ClaimedTransition>(sql`
    select c.id, case
        when c.status = 'upcoming' then 'start'
        when c.status = 'voting' then 'complete'
        when c.participant_count = 0 then 'cancel'
        when ${completesWithoutVoting} then 'complete'
        when ${opensVoting} then 'open-voting'
        else 'show-submissions' end as transition
    from challenges c
    where (${due}) and c.id <> all(${failed}::uuid[])
    limit 1 for update of c ${others === 'awaited' ? sql`` : sql`skip locked`}`)
}

async function isAnyDue(db: Db, failed: readonly string[]): Promise<boolean> {
  const found = await db.row(sql`
    select from challenges c where (${due}) and c.id <> all(${failed}::uuid[]) limit 1`)
  return found !== undefined
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03'
}

const opensVoting = sql`(c.allow_voting and coalesce(c.voting_opens_at, c.deadline) <= app_now())`
const completesWithoutVoting = sql`(not c.allow_voting and c.held_at is null)`

const due = sql`
  (c.status = 'upcoming' and c.start_date <= app_now() and c.deadline is not null)
  or (c.status = 'voting' and c.voting_ends_at <= app_now() and c.held_at is null)
  or (c.status = 'active' and c.deadline <= app_now() and (
    ${opensVoting} or ${completesWithoutVoting} or c.participant_count = 0 or c.hides_submissions))`

/** An SQL expression of the time of the next transition, which may be over; null if there is none. */
export const nextTransition = sql`least(
  (select min(start_date) from challenges where status = 'upcoming' and deadline is not null),
  (select min(voting_ends_at) from challenges where status = 'voting' and held_at is null),
  (select min(case
      when c.participant_count = 0 or c.hides_submissions or ${completesWithoutVoting} then c.deadline
      when c.allow_voting then greatest(c.deadline, c.voting_opens_at) end)
    from challenges c where c.status = 'active'))`

const changes = {
  start: (id: string) => sql`
    update challenges set status = 'active', activated_at = app_now(), updated_at = app_now() where id = ${id}`,
  'show-submissions': (id: string) => sql`
    update challenges set submissions_shown_at = app_now(), updated_at = app_now() where id = ${id}`,
  cancel: (id: string) => sql`
    update challenges set status = 'canceled', canceled_from = 'active', completed_at = app_now(), updated_at = app_now() where id = ${id}`,
  'open-voting': (id: string) => sql`
    update challenges set status = 'voting', voting_opened_at = app_now(), updated_at = app_now(), ${ballotTimes('voting')}
    where id = ${id}`,
}
