/** The time zone of a name of the IANA list, in its usual spelling; undefined for any other text. */
export function knownZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
