import { characterCount } from './text.ts'

/**
 * Limits of raw input, in characters, by kind of field. Checked before a text is trimmed, normalised, split or matched,
 * which bounds the cost of these. The documented limit of a field applies to the result.
 */
export const RAW_LIMITS = {
  line: 200,
  list: 1_000,
  address: 4_000,
  text: 6_000,
} as const

type FieldKind = keyof typeof RAW_LIMITS

export function isTooLong(text: string, kind: FieldKind): boolean {
  const most = RAW_LIMITS[kind]
  // A character has at most two UTF-16 units; a longer text is not worth counting.
  return text.length > most * 2 || characterCount(text) > most
}

/** The beginning of a text, for fields that cut long texts instead of refusing them; '' for other values. */
export function rawBeginning(value: unknown, kind: FieldKind): string {
  if (typeof value !== 'string') return ''
  const most = RAW_LIMITS[kind]
  return [...value.slice(0, most * 2)].slice(0, most).join('')
}
