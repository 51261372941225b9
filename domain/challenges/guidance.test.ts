import { expect, test } from 'vitest'
import { recommendedTools, requirementLines } from './guidance.ts'
import { KINDS } from './rules.ts'

test("the organiser's requirements are split into lines without blank lines and bullets", () => {
  const requirements = 'One image\n\n - No text in the picture\r\n* Square or wide\n'
  expect(requirementLines({ requirements, kind: 'image' })).toEqual([
    'One image',
    'No text in the picture',
    'Square or wide',
  ])
})

test('every kind has separate requirements and tools', () => {
  for (const kind of KINDS) {
    expect(requirementLines({ requirements: ' \n ', kind }).length).toBeGreaterThan(1)
    expect(recommendedTools(kind).length).toBeGreaterThan(2)
  }
})
