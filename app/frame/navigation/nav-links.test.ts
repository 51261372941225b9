import { expect, test } from 'vitest'
import { currentLink, MAIN_LINKS } from './nav-links.ts'

test('marks the link whose page is shown, the more exact one first', () => {
  expect(currentLink('/', MAIN_LINKS)?.label).toBe('Home')
  expect(currentLink('/challenges/voting', MAIN_LINKS)?.label).toBe('Vote')
  expect(currentLink('/challenges/7/submissions', MAIN_LINKS)?.label).toBe('Challenges')
  expect(currentLink('/resources/kdp-publishing-guide', MAIN_LINKS)?.label).toBe('Resources')
  expect(currentLink('/profile/7', MAIN_LINKS)).toBeUndefined()
  expect(currentLink('/toolshed', MAIN_LINKS)).toBeUndefined()
})
