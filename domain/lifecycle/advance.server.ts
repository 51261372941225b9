import sql from 'sql-template-tag'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { completeInTransaction } from './completion.server.ts'

type Transition = 'start' | 'cancel' | 'open-voting' | 'complete'

interface ClaimedTransition {
  id: string
  transition: Transition
}

/**
 * Makes all transitions that are due: upcoming challenges start; after the deadline challenges open voting, complete
 * without voting, or are canceled without submissions; voting ends with a winner (CHL-15 to CHL-18). Each transition is
 * claimed by one process and happens once. Returns the transitions made.
 */
export async function advanceDue(db: Db, moderation: Moderation): Promise<ClaimedTransition[]> {
  const transitions: ClaimedTransition[] = []
  for (;;) {
    const claimed = await db.transaction((tx) => advanceOne(tx, moderation))
    if (!claimed) return transitions
    transitions.push(claimed)
  }
}

/** The database's time, after all due transitions. Takes one statement if none is due. */
export async function advanceAndGetTime(db: Db, moderation: Moderation): Promise<Date> {
  const state = await db.row<{ now: Date; due: boolean }>(
    sql`select app_now() as now, exists (select from challenges c where ${due}) as due`,
  )
  if (state?.due) await advanceDue(db, moderation)
  return state && !state.due ? state.now : databaseNow(db)
}

async function advanceOne(tx: Db, moderation: Moderation): Promise<ClaimedTransition | undefined> {
  const claimed = await claim(tx)
  if (!claimed) return undefined
  const { id, transition } = claimed
  if (transition === 'complete') {
    await completeInTransaction(tx, visitorScope(moderation), id, { by: null, payParticipants: false })
  } else {
    await tx.rows(changes[transition](id))
  }
  return claimed
}

// A challenge that another process holds is skipped. The row alone decides: a submission that commits while this waits
// for the lock updates it, and PostgreSQL checks the row again.
function claim(tx: Db): Promise<ClaimedTransition | undefined> {
  return tx.row<ClaimedTransition>(sql`
    select c.id, case
        when c.status = 'upcoming' then 'start'
        when c.status = 'voting' then 'complete'
        when c.participant_count = 0 then 'cancel'
        when not c.allow_voting then 'complete'
        else 'open-voting' end as transition
    from challenges c
    where ${due}
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
