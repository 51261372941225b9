import { expect, it } from 'vitest'
import { isTooLong, RAW_LIMITS, rawBeginning } from './raw-limits.ts'

it('counts an emoji of two UTF-16 units as one character', () => {
  const longest = '🥷'.repeat(RAW_LIMITS.line)
  expect([longest, `${longest}x`].map((text) => isTooLong(text, 'line'))).toEqual([false, true])
})

it('cuts between characters', () => {
  expect(rawBeginning(`x${'🥷'.repeat(RAW_LIMITS.line)}`, 'line')).toBe(
    `x${'🥷'.repeat(RAW_LIMITS.line - 1)}`,
  )
  expect(rawBeginning(undefined, 'line')).toBe('')
})
