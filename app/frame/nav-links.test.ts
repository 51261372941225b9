import { expect, test } from 'vitest'
import { currentLink } from './nav-links.ts'

test('marks the link whose page is shown, the more exact one first', () => {
  expect(currentLink('/')?.label).toBe('Home')
  expect(currentLink('/challenges/voting')?.label).toBe('Vote')
  expect(currentLink('/challenges/7/submissions')?.label).toBe('Challenges')
  expect(currentLink('/resources/kdp-publishing-guide')?.label).toBe('Resources')
  expect(currentLink('/profile/7')).toBeUndefined()
  expect(currentLink('/toolshed')).toBeUndefined()
})
