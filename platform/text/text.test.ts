import { expect, it } from 'vitest'
import { asTyped, plainText, singleLine } from './text.ts'

it('asTyped keeps line breaks and cuts what no field accepts', () => {
  expect(asTyped('a\r\nb\rc')).toBe('a\nb\nc')
  expect(asTyped('<'.repeat(63_000))).toHaveLength(12_000)
  expect(asTyped(null)).toBe('')
})

it('singleLine leaves one space if invisible characters were between spaces', () => {
  expect(singleLine(' a \u200b b\t\r\n\u00adc\u200b ')).toBe('a b c')
})

it.each(['\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
  'takes %j as a line break: a space in one line',
  (separator) => {
    const pasted = `first${separator}second${separator}${separator}third`
    expect(plainText(pasted)).toBe('first\nsecond\n\nthird')
    expect(asTyped(pasted)).toBe('first\nsecond\n\nthird')
    expect(singleLine(pasted)).toBe('first second third')
  },
)

it('keeps 30 marks on a letter, because the time to order them grows with their square', () => {
  const marked = (count: number) => `o${'\u0316\u0302'.repeat(count)}k`
  expect(singleLine(marked(15))).toBe(marked(15).normalize('NFC'))
  expect(singleLine(marked(3_000))).toBe(singleLine(marked(15)))
  expect(plainText(`${marked(3_000)}\n${marked(2)}`)).toBe(
    `${singleLine(marked(15))}\n${marked(2).normalize('NFC')}`,
  )
})
