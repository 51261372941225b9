import sql from 'sql-template-tag'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { insertChallenge } from '#domain/challenges/commands.server.ts'
import { challengeState } from '#domain/challenges/fields.server.ts'
import { INITIAL_FIELDS, SHARED_FIELDS, type SharedFields } from '#domain/challenges/fields.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { newId } from '#platform/id.server.ts'
import type { PlannedDate, Prompt } from './dates.server.ts'
import { type Series, seriesFields } from './queries.server.ts'
import { schedule } from './schedule.server.ts'

const isReady = sql`(s.paused_at is null and exists (select from series_prompts p where p.series_id = s.id))`

/** An SQL expression of the time at which the next challenge of a series is made, which may be over; null if there is none. */
export const nextInSeries = sql`(select min(s.make_at) from series s where ${isReady})`

/**
 * Makes all challenges of series that are due, each from the next prompt of its queue (SER-2). A series is claimed by one
 * process; its date is made once, in the transaction that takes the prompt. If some fail, the others are made before this
 * throws; when `signal` aborts, the rest is left to the next call. Returns the ids of the challenges.
 */
export async function makeDueChallenges(db: Db, signal?: AbortSignal): Promise<string[]> {
  const made: string[] = []
  const failed: string[] = []
  const failures: Error[] = []
  while (!signal?.aborted) {
    let claimed = undefined as Series | undefined
    try {
      const id = await db.transaction(async (tx) => {
        claimed = await tx.row<Series>(sql`
          select ${seriesFields} from series s
          where ${isReady} and s.make_at <= app_now() and s.id <> all(${failed}::uuid[])
          order by s.make_at limit 1 for update skip locked`)
        return claimed && makeNext(tx, claimed)
      })
      if (!claimed) break
      if (id) made.push(id)
    } catch (cause) {
      if (!claimed) throw cause
      failed.push(claimed.id)
      failures.push(new Error(`series ${claimed.id}: ${errorMessage(cause)}`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorMessage).join('; '))
  return made
}

/** Makes the challenge of the next date, if that is due: dates that have passed are left out. */
async function makeNext(tx: Db, series: Series): Promise<string | null> {
  const next = await schedule(tx, series.id)
  if (!next || next.makeAt > (await databaseNow(tx))) return null
  const prompt = await tx.row<Prompt>(sql`
    delete from series_prompts where id = (
      select id from series_prompts where series_id = ${series.id} order by position limit 1)
    returning id, title, brief`)
  if (!prompt) return null
  const id = newId()
  const made = await insertChallenge(tx, {
    form: formOf(series, next, prompt),
    imageId: series.imageId,
    id,
    createdBy: null,
  })
  if (!made) throw new Error(`the challenge of ${next.heldOn} was not made`)
  await tx.rows(sql`
    insert into series_dates (series_id, held_on, is_skipped, challenge_id)
    values (${series.id}, ${next.heldOn}::date, false, ${id})`)
  await recordAuditEvent(
    tx,
    { id: null, displayName: `Series ${series.name}` },
    {
      action: 'challenge_created',
      subject: { id, name: prompt.title },
      before: null,
      after: await challengeState(tx, id),
    },
  )
  await schedule(tx, series.id)
  return id
}

function formOf(series: Series, { start, deadline, votingClosesAt }: PlannedDate, { title, brief }: Prompt) {
  // A field that was added since the series was saved has its initial value.
  const shared = Object.fromEntries(
    SHARED_FIELDS.map((name) => [name, series.fields[name] ?? INITIAL_FIELDS[name]]),
  ) as unknown as SharedFields
  return {
    ...shared,
    title,
    description: brief,
    status: series.publishes ? ('upcoming' as const) : ('draft' as const),
    startDate: start,
    deadline,
    votingOpensAt: null,
    votingClosesAt,
  }
}
