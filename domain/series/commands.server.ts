import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditState, changesBetween } from '#domain/audit/rules.ts'
import { CHALLENGE_FIELDS, SHARED_FIELDS } from '#domain/challenges/fields.ts'
import { isSentAgain } from '#domain/media/queries.server.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import type { SeriesForm } from './form.server.ts'
import { type Series, seriesFields } from './queries.server.ts'
import { MAX_SERIES, SERIES_MESSAGES as MESSAGES, rhythmText } from './rules.ts'
import { schedule } from './schedule.server.ts'

// All commands are for administrators only.

/**
 * Creates a series (SER-3). `id` is the key of the form: sent again it creates nothing, and with other values it is refused
 * as a conflict.
 */
export function createSeries(
  db: Db,
  viewer: Viewer,
  { form, imageId, id }: { form: SeriesForm; imageId: string | null; id: string },
): Promise<Outcome<{ id: string }>> {
  return adminTransaction(db, viewer, 'series', async (tx, admin) => {
    if (!imageId || !(await lockImage(tx, imageId))) return refused('invalid', MESSAGES.image)
    await takeTurns(tx)
    const found = await tx.row<Series>(sql`select ${seriesFields} from series s where s.id = ${id}`)
    if (found) {
      const isRepeated = await isSame(tx, found, form, imageId)
      return isRepeated ? done({ id }) : refused('conflict', MESSAGES.alreadyCreated)
    }
    const all = await tx.row<{ count: number }>(sql`select count(*)::int as count from series`)
    if (all && all.count >= MAX_SERIES) return refused('conflict', MESSAGES.tooMany)
    const created = await tx.row(sql`
      insert into series (id, name, weekdays, every_weeks, month_day, first_on, starts_at, time_zone, entry_days, entry_hours,
        voting_days, ahead_days, publishes, fields, image_id)
      values (${id}, ${form.name}, ${form.weekdays}::smallint[], ${form.everyWeeks}, ${form.monthDay}, ${form.firstOn}::date,
        ${form.startsAt}, ${form.timeZone}, ${form.entryDays}, ${form.entryHours}, ${form.votingDays}, ${form.aheadDays},
        ${form.publishes}, ${JSON.stringify(form.fields)}, ${imageId})
      on conflict (name) do nothing returning id`)
    if (!created) return refused('conflict', MESSAGES.nameTaken)
    await schedule(tx, id)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_series_created',
      subject: { id, name: form.name },
      before: null,
      after: stateOf({ ...form, isPaused: false }),
    })
    return done({ id })
  })
}

/** Saves the form of a series. Challenges that were made keep what they have (SER-5). */
export function updateSeries(
  db: Db,
  viewer: Viewer,
  id: string,
  { form, imageId, version }: { form: SeriesForm; imageId: string | null; version: number },
): Promise<Outcome<{ id: string }>> {
  return changeSeries(db, viewer, id, async (tx, series) => {
    if (series.version !== version) {
      const isRepeated = await isSame(tx, series, form, imageId)
      return isRepeated ? done({ id }) : refused('conflict', MESSAGES.stale)
    }
    if (imageId && !(await lockImage(tx, imageId))) return refused('invalid', MESSAGES.image)
    await takeTurns(tx)
    const taken = await tx.row(sql`select from series where name = ${form.name} and id <> ${id}`)
    if (taken) return refused('conflict', MESSAGES.nameTaken)
    await tx.rows(sql`
      update series set name = ${form.name}, weekdays = ${form.weekdays}::smallint[], every_weeks = ${form.everyWeeks},
        month_day = ${form.monthDay}, first_on = ${form.firstOn}::date, starts_at = ${form.startsAt},
        time_zone = ${form.timeZone}, entry_days = ${form.entryDays}, entry_hours = ${form.entryHours},
        voting_days = ${form.votingDays}, ahead_days = ${form.aheadDays}, publishes = ${form.publishes},
        fields = ${JSON.stringify(form.fields)}, image_id = coalesce(${imageId}::uuid, image_id), version = version + 1
      where id = ${id}`)
    return done({ id })
  })
}

/** Stops making challenges, or goes on with the next coming date (SER-6). */
export function pauseSeries(db: Db, viewer: Viewer, id: string, isPaused: boolean): Promise<Outcome<null>> {
  return changeSeries(db, viewer, id, async (tx, series) => {
    if (series.isPaused !== isPaused)
      await tx.rows(sql`
        update series set paused_at = case when ${isPaused} then app_now() end where id = ${id}`)
    return done(null)
  })
}

/** Deletes a series and its queue. The challenges that it made stay (SER-8). */
export function deleteSeries(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'series', async (tx, admin) => {
    const series = await locked(tx, id)
    if (!series) return refused('not-found', MESSAGES.missing)
    await tx.rows(sql`delete from series where id = ${id}`)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_series_deleted',
      subject: { id, name: series.name },
      before: stateOf(series),
      after: null,
    })
    return done(null)
  })
}

/** What a change of a series' queue or dates says in the audit log. */
export interface SeriesChange {
  before: AuditState
  after: AuditState
}

/**
 * Changes a series, which it holds exclusively, so that nothing is made meanwhile. Computes when the next challenge is due,
 * and records what changed: of the series itself, or what `work` returns.
 */
export function changeSeries<Value>(
  db: Db,
  viewer: Viewer,
  id: string,
  work: (tx: Db, series: Series, note: (change: SeriesChange) => void) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return adminTransaction(db, viewer, 'series', async (tx, admin) => {
    const series = await locked(tx, id)
    if (!series) return refused('not-found', MESSAGES.missing)
    const notes: SeriesChange[] = []
    const outcome = await work(tx, series, (change) => notes.push(change))
    if (!outcome.ok) return outcome
    await schedule(tx, id)
    const after = await locked(tx, id)
    if (after) notes.push(changesBetween(stateOf(series), stateOf(after)))
    for (const change of notes) await recordUpdate(tx, admin, series, change)
    return outcome
  })
}

async function recordUpdate(tx: Db, admin: Admin, { id, name }: Series, change: SeriesChange): Promise<void> {
  if (Object.keys({ ...change.before, ...change.after }).length === 0) return
  await recordAuditEvent(tx, admin, { action: 'challenge_series_updated', subject: { id, name }, ...change })
}

function locked(tx: Db, id: string): Promise<Series | undefined> {
  return tx.row(sql`select ${seriesFields} from series s where s.id = ${id} for update`)
}

/** Two administrators take turns, so that both count the same series and see the same names. */
async function takeTurns(tx: Db): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('series', 0))`)
}

function lockImage(tx: Db, imageId: string): Promise<unknown> {
  return tx.row(sql`select 1 from images where id = ${imageId} and purpose = 'challenge' for key share`)
}

/** A series in the audit log. */
function stateOf(series: SeriesForm & { isPaused: boolean; imageId?: string }): AuditState {
  return {
    name: series.name,
    rhythm: rhythmText(series),
    first_date: series.firstOn,
    entry_days: series.entryDays,
    entry_hours: series.entryHours,
    voting_days: series.votingDays,
    days_ahead: series.aheadDays,
    published: series.publishes,
    paused: series.isPaused,
    ...Object.fromEntries(SHARED_FIELDS.map((name) => [CHALLENGE_FIELDS[name].column, series.fields[name]])),
    ...(series.imageId && { image_id: series.imageId }),
  }
}

/** Whether a series has the values and the image of a form: it was sent before, and its answer lost. */
async function isSame(tx: Db, series: Series, form: SeriesForm, imageId: string | null): Promise<boolean> {
  const saved = Object.fromEntries(Object.keys(form).map((name) => [name, series[name as keyof SeriesForm]]))
  if (!isDeepStrictEqual(saved, { ...form })) return false
  return (
    imageId === null ||
    (await tx.row(sql`select where ${isSentAgain(sql`${series.imageId}`, imageId)}`)) !== undefined
  )
}
