import { characterCount, plainText } from '#platform/text/text.ts'
import type { CountedLimit } from './counter.tsx'

/** A limit of characters of a text with line breaks, counted as it is stored. */
export function textLimit(limit: number): CountedLimit {
  return { limit, count: (text) => characterCount(plainText(text)) }
}
