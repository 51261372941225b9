import { expect, it } from 'vitest'
import { excerptText } from './row-image.tsx'

it('ends in dots where a text goes on, never after a space or in the middle of a character', () => {
  expect(excerptText('Draw what is sold after dark.')).toBe('Draw what is sold after dark.')
  expect(excerptText('x'.repeat(50))).toBe('x'.repeat(50))
  expect(excerptText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
  expect(excerptText(`${'x'.repeat(49)} y`)).toBe(`${'x'.repeat(49)}…`)
  expect(excerptText('🥷'.repeat(51))).toBe(`${'🥷'.repeat(50)}…`)
})
