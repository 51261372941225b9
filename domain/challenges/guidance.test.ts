import { expect, test } from 'vitest'
import { knownTools, needsImage, recommendedTools, requirementsOf } from './guidance.ts'
import { KINDS } from './rules.ts'

test("the organiser's requirements are split into lines without blank lines and bullets", () => {
  const requirements = 'One image\n\n - No text in the picture\r\n* Square or wide\n'
  expect(requirementsOf({ requirements, kind: 'image' })).toEqual([
    'One image',
    'No text in the picture',
    'Square or wide',
  ])
})

test('every kind has separate requirements and tools', () => {
  for (const kind of KINDS) {
    expect(requirementsOf({ requirements: ' \n ', kind }).length).toBeGreaterThan(1)
    expect(recommendedTools(kind).length).toBeGreaterThan(2)
  }
})

test('the requirements of some kinds ask for an image, those of an organiser never', () => {
  expect(KINDS.filter((kind) => needsImage({ requirements: '', kind }))).toEqual(['image', 'code'])
  expect(KINDS.filter((kind) => needsImage({ requirements: 'A picture of it', kind }))).toEqual([])
})

test('names of tools start with those used before, and each is named once', () => {
  const known = knownTools('audio', ['krita', 'suno'], ['NotebookLM', 'Udio'])
  expect(known.slice(0, 3)).toEqual(['krita', 'suno', 'Udio'])
  expect(known).toContain('NotebookLM')
  expect(known).not.toContain('Suno')
  expect(new Set(known).size).toBe(known.length)
})
