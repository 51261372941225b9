import { expect, it } from 'vitest'
import { excerptText } from './row-image.tsx'

it('adds an ellipsis to longer texts, never after a space or within a character', () => {
  expect(excerptText('Draw what is sold after dark.')).toBe('Draw what is sold after dark.')
  expect(excerptText('x'.repeat(50))).toBe('x'.repeat(50))
  expect(excerptText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
  expect(excerptText(`${'x'.repeat(49)} y`)).toBe(`${'x'.repeat(49)}…`)
  expect(excerptText('🥷'.repeat(51))).toBe(`${'🥷'.repeat(50)}…`)
})
