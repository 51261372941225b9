import { expect, it } from 'vitest'
import { asTyped, singleLine } from './text.ts'

it('asTyped keeps line breaks and cuts what no field accepts', () => {
  expect(asTyped('a\r\nb\rc')).toBe('a\nb\nc')
  expect(asTyped('<'.repeat(63_000))).toHaveLength(12_000)
  expect(asTyped(null)).toBe('')
})

it('singleLine leaves one space where invisible characters stood between spaces', () => {
  expect(singleLine(' a \u200b b\t\r\n\u00adc\u200b ')).toBe('a b c')
})
