import { expect, it } from 'vitest'
import { isolated } from './isolated.ts'

it('isolates texts with letters from right to left only', () => {
  for (const text of ['علی!', 'שלום', 'Neon ا', '𞤀𞤣𞤤𞤢𞤥', '\u202bابج']) {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`)
  }
  for (const text of ['', 'Ana!', '夜', 'Huế', '👩‍🎨', 'हिन्दी']) expect(isolated(text)).toBe(text)
})
