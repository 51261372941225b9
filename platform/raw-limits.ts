/**
 * Limits of raw input by kind of field, checked before a text is trimmed, normalised, split or matched, which bounds
 * the cost of these. The documented limit of a field applies to the result.
 */
export const RAW_LIMITS = {
  line: 200,
  list: 1_000,
  address: 4_000,
  text: 6_000,
} as const

type FieldKind = keyof typeof RAW_LIMITS

export function isTooLong(text: string, kind: FieldKind): boolean {
  return text.length > RAW_LIMITS[kind]
}

/** The beginning of a text, for fields that cut long texts instead of refusing them; '' for other values. */
export function rawBeginning(value: unknown, kind: FieldKind): string {
  return typeof value === 'string' ? value.slice(0, RAW_LIMITS[kind]) : ''
}
