import { characterCount, plainText, singleLine } from '#platform/text/text.ts'
import type { CountedLimit } from './counter.tsx'

/** A limit of characters of a text with line breaks, counted as it is stored. */
export function textLimit(limit: number): CountedLimit {
  return { limit, count: (text) => characterCount(plainText(text)) }
}

/** A limit of characters of one line, counted as it is stored. */
export function lineLimit(limit: number): CountedLimit {
  return { limit, count: (text) => characterCount(singleLine(text)) }
}
