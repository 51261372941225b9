import { expect, test } from 'vitest'
import { withEarlyText } from './early-text.ts'

const start = 'One line.'

test.each([
  ['nothing was typed', 'One line. Two lines.', start, 'One line. Two lines.'],
  [
    'the end of the shown text was typed on',
    'One line. Two lines.',
    'One line. And',
    'One line. Two lines.\nAnd',
  ],
  ['a word was typed within it', 'One line. Two lines.', 'One short line.', 'One line. Two lines.\nshort'],
  ['it was typed again', 'One line. Two lines.', 'One line. Two', 'One line. Two lines.'],
  ['more was typed again', 'One line. Two', 'One line. Two lines.', 'One line. Two lines.'],
  ['a part was deleted only', 'One line. Two lines.', 'One.', 'One line. Two lines.'],
])('the kept text stays where %s', (_, kept, early, both) => {
  expect(withEarlyText(kept, early, { start, separator: '\n' })).toBe(both)
})

test('an empty field takes the kept text before what was typed', () => {
  expect(withEarlyText('Kept.', 'New', { start: '', separator: '\n' })).toBe('Kept.\nNew')
})
