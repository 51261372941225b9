import { type ChallengeValues, MOMENTS } from './challenge-values.ts'

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** The wall-clock text of a moment in this browser's zone, as a datetime-local field takes it. */
export function localText(moment: Date): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}T${padded(moment.getHours())}:${padded(moment.getMinutes())}`
}

/** The full hour on this browser's clock that a moment is, or the next one: not all zones differ from UTC by hours. */
export function fullHour(moment: Date): Date {
  const hour = new Date(moment)
  if (hour.getMinutes() > 0) hour.setMinutes(60, 0, 0)
  return hour
}

/** The time of a wall-clock text, in UTC or in this browser's zone; null if it is incomplete. */
export function momentOf(text: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null
  const moment = new Date(timeZone === 'UTC' ? `${text}Z` : text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * Values that were written in UTC, with their moments in this browser's zone, and the deadline at a full hour there where
 * the form has filled it in; values of another zone stay.
 */
export function inBrowserZone(values: ChallengeValues): ChallengeValues {
  const timeZone = browserZone()
  if (values.timeZone !== 'UTC' || timeZone === 'UTC') return values
  const moved = [...MOMENTS, 'presetDeadline' as const].map((name) => {
    const moment = momentOf(values[name], 'UTC')
    const isPreset = values[name] === values.presetDeadline
    return [name, moment ? localText(isPreset ? fullHour(moment) : moment) : values[name]]
  })
  return { ...values, ...Object.fromEntries(moved), timeZone }
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}
