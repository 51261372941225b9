/** The time zone of a name of the IANA list, in its usual spelling; undefined for any other text. */
export function knownZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** 'November 24, 2026 at 8:50 PM (20:50) GMT+9', for texts that no browser can word in its own way. */
export function timeIn(zone: string, moment: Date): string {
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).formatToParts(moment)
  const part = (parts: Intl.DateTimeFormatPart[], type: string) =>
    parts.find((one) => one.type === type)?.value ?? ''
  const day = text({ dateStyle: 'long' })
    .map(({ value }) => value)
    .join('')
  const twelve = text({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZoneName: 'short' })
  const full = text({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const minute = part(twelve, 'minute')
  return `${day} at ${part(twelve, 'hour')}:${minute} ${part(twelve, 'dayPeriod')} (${part(full, 'hour')}:${minute}) ${part(twelve, 'timeZoneName')}`
}
