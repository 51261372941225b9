import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { INITIAL_FIELDS, SHARED_FIELDS, type SharedFields } from '#domain/challenges/fields.ts'
import { oneSeries } from '#domain/series/queries.server.ts'
import { isId, newId } from '#platform/id.server.ts'
import { type SeriesValues, valuesOf } from './series-values.ts'

type Context = Readonly<RouterContextProvider>

/** A new form as it opens: every Monday at 09:00, a week for entries, made a week ahead. */
export async function newSeriesForm(context: Context) {
  const { showVotes, allowComments } = context.get(servicesContext).settings.current()
  const initial = { ...INITIAL_FIELDS, showVotes, allowComments }
  const fields = Object.fromEntries(
    SHARED_FIELDS.map((name) => [name, initial[name]]),
  ) as unknown as SharedFields
  const today = (await pageTime(context)).toISOString().slice(0, 10)
  const start: SeriesValues = {
    ...valuesOf({
      name: '',
      weekdays: [1],
      everyWeeks: 1,
      monthDay: null,
      firstOn: today,
      startsAt: '09:00',
      timeZone: 'UTC',
      entryDays: 7,
      entryHours: 0,
      votingDays: 3,
      aheadDays: 7,
      publishes: true,
      fields,
    }),
    version: '',
    key: newId(),
  }
  return { start, imageId: null }
}

/** A series in its form. Throws 404 if it does not exist. */
export async function editSeriesForm(context: Context, id: string) {
  const series = isId(id) ? await oneSeries(context.get(servicesContext).db, adminOf(context), id) : undefined
  if (!series) throw data(null, { status: 404 })
  const { name, imageId, version } = series
  return { name, imageId, start: { ...valuesOf(series), version: String(version), key: '' } }
}
