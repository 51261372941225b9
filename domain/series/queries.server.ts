import sql from 'sql-template-tag'
import type { SharedFields } from '#domain/challenges/fields.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { DoneDate, Plan, QueuedPrompt } from './dates.server.ts'
import { MAX_SERIES } from './rules.ts'

export interface Series extends Plan {
  id: string
  name: string
  /** Its challenges are published as upcoming, else drafts. */
  publishes: boolean
  fields: Partial<SharedFields>
  imageId: string
  isPaused: boolean
  version: number
}

/** The fields of `Series`. `s` is the series. */
export const seriesFields = sql`
  s.id, s.name, s.weekdays, s.every_weeks as "everyWeeks", s.month_day as "monthDay", s.first_on::text as "firstOn",
  s.starts_at as "startsAt", s.time_zone as "timeZone", s.entry_days as "entryDays", s.entry_hours as "entryHours",
  s.voting_days as "votingDays", s.ahead_days as "aheadDays", s.publishes, s.fields, s.image_id as "imageId",
  s.paused_at is not null as "isPaused", s.version`

export interface SeriesWithDates extends Series {
  /** Those done from yesterday on. */
  dates: DoneDate[]
  /** The queue. */
  prompts: QueuedPrompt[]
  /** The database's time. */
  now: Date
}

const withDates = sql`
  ${seriesFields}, app_now() as now,
  coalesce((select json_agg(json_build_object('id', p.id, 'title', p.title) order by p.position)
    from series_prompts p where p.series_id = s.id), '[]') as prompts,
  coalesce((select json_agg(json_build_object('heldOn', d.held_on, 'isSkipped', d.is_skipped, 'challenge',
      case when c.id is not null then json_build_object('id', c.id, 'title', c.title, 'startDate', c.start_date) end) order by d.held_on)
    from series_dates d left join challenges c on c.id = d.challenge_id
    where d.series_id = s.id and d.held_on >= (app_now() - interval '2 days')::date), '[]') as dates`

/** All series by name. */
export function allSeries(db: Db, _admin: Admin): Promise<SeriesWithDates[]> {
  return db.rows(sql`select ${withDates} from series s order by lower(s.name), s.id limit ${MAX_SERIES}`)
}

export function oneSeries(db: Db, _admin: Admin, id: string): Promise<SeriesWithDates | undefined> {
  return db.row(sql`select ${withDates} from series s where s.id = ${id}`)
}

/** The running series whose queue is empty, so that they make nothing. */
export function emptySeries(db: Db, _admin: Admin): Promise<Pick<Series, 'id' | 'name'>[]> {
  return db.rows(sql`
    select s.id, s.name from series s
    where s.paused_at is null and not exists (select from series_prompts p where p.series_id = s.id)
    order by lower(s.name), s.id limit ${MAX_SERIES}`)
}

/** The series that made a challenge, or undefined. */
export function seriesOf(
  db: Db,
  _admin: Admin,
  challengeId: string,
): Promise<Pick<Series, 'id' | 'name'> | undefined> {
  return db.row(sql`
    select s.id, s.name from series_dates d join series s on s.id = d.series_id where d.challenge_id = ${challengeId}`)
}
