/**
 * The most characters that a text may have as it was sent, by the kind of its field. They are checked before a text is
 * trimmed, normalised, split or matched, so that the cost of each of those is bounded. The documented limit of a field
 * applies to the result.
 */
export const RAW_LIMITS = {
  /** A name, a title, a number, a choice. */
  line: 200,
  /** Names separated by commas. */
  list: 1_000,
  /** A web address, or a path of this site. */
  address: 4_000,
  /** Several lines of prose. */
  text: 6_000,
} as const

type FieldKind = keyof typeof RAW_LIMITS

/** Whether a text is longer than its field takes, for fields that no schema reads. */
export function isTooLong(text: string, kind: FieldKind): boolean {
  return text.length > RAW_LIMITS[kind]
}

/** The beginning of a text, for fields whose long texts are cut off instead of refused; '' for anything else. */
export function rawBeginning(value: unknown, kind: FieldKind): string {
  return typeof value === 'string' ? value.slice(0, RAW_LIMITS[kind]) : ''
}
