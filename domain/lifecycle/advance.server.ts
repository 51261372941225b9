import sql from 'sql-template-tag'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { completeInTransaction } from './completion.server.ts'

type Transition = 'start' | 'cancel' | 'open-voting' | 'complete'

interface ClaimedTransition {
  id: string
  transition: Transition
}

/**
 * Makes all transitions that are due: upcoming challenges start; after the deadline challenges open voting, complete
 * without voting, or are canceled without submissions; voting ends with a winner (CHL-15 to CHL-18). Each transition is
 * claimed by one process and happens once. If some fail, the others are made before this throws; when `signal` aborts, the
 * rest is left to the next call. Returns the transitions made.
 */
export async function advanceDue(
  db: Db,
  moderation: Moderation,
  signal?: AbortSignal,
): Promise<ClaimedTransition[]> {
  const { made, failures } = await advanceAll(db, moderation, signal)
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorMessage).join('; '))
  return made
}

/**
 * The database's time, after all due transitions. Takes one statement if none is due. A transition that fails is left
 * to the schedule, which reports it.
 */
export async function advanceAndGetTime(db: Db, moderation: Moderation): Promise<Date> {
  const state = await db.row<{ now: Date; due: boolean }>(
    sql`select app_now() as now, exists (select from challenges c where ${due}) as due`,
  )
  if (state?.due) await advanceAll(db, moderation)
  return state && !state.due ? state.now : databaseNow(db)
}

async function advanceAll(db: Db, moderation: Moderation, signal?: AbortSignal) {
  const made: ClaimedTransition[] = []
  const failures: Error[] = []
  const failed: string[] = []
  while (!signal?.aborted) {
    let claimed = undefined as ClaimedTransition | undefined
    try {
      await db.transaction(async (tx) => {
        claimed = await claim(tx, failed)
        if (claimed) await advance(tx, moderation, claimed)
      })
      if (!claimed) break
      made.push(claimed)
    } catch (cause) {
      if (!claimed) throw cause
      failed.push(claimed.id)
      failures.push(
        new Error(`challenge ${claimed.id} (${claimed.transition}): ${errorMessage(cause)}`, { cause }),
      )
    }
  }
  return { made, failures }
}

async function advance(tx: Db, moderation: Moderation, { id, transition }: ClaimedTransition): Promise<void> {
  if (transition === 'complete') {
    await completeInTransaction(tx, visitorScope(moderation), id, { by: null, payParticipants: false })
  } else {
    await tx.rows(changes[transition](id))
  }
}

// A challenge that another process holds is skipped. The row alone decides: a submission that commits while this waits
// for the lock updates it, and PostgreSQL checks the row again.
function claim(tx: Db, failed: readonly string[]): Promise<ClaimedTransition | undefined> {
  return tx.row<ClaimedTransition>(sql`
    select c.id, case
        when c.status = 'upcoming' then 'start'
        when c.status = 'voting' then 'complete'
        when c.participant_count = 0 then 'cancel'
        when not c.allow_voting then 'complete'
        else 'open-voting' end as transition
    from challenges c
    where (${due}) and c.id <> all(${failed}::uuid[])
    limit 1 for update of c skip locked`)
}

const due = sql`
  (c.status = 'upcoming' and c.start_date <= app_now() and c.deadline is not null)
  or (c.status = 'voting' and c.voting_ends_at <= app_now())
  or (c.status = 'active' and c.deadline <= app_now() and (
    coalesce(c.voting_opens_at, c.deadline) <= app_now() or not c.allow_voting
    or c.participant_count = 0))`

const changes = {
  start: (id: string) => sql`
    update challenges set status = 'active', activated_at = app_now(), updated_at = app_now() where id = ${id}`,
  cancel: (id: string) => sql`
    update challenges set status = 'canceled', completed_at = app_now(), updated_at = app_now() where id = ${id}`,
  'open-voting': (id: string) => sql`
    update challenges set status = 'voting', voting_opened_at = app_now(), updated_at = app_now() where id = ${id}`,
}
