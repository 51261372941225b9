import { expect, it } from 'vitest'
import { COMMENT_LIMITS } from '#domain/comments/rules.ts'
import { commentPageIn, commentsPath } from './params.ts'

it.each([1, 2, 100, COMMENT_LIMITS.perSubmissionInAll / COMMENT_LIMITS.perPage])('reads page %i', (page) => {
  const { search } = new URL(commentsPath('/challenges/1/submissions/2', page), 'http://localhost')
  expect(commentPageIn(new URLSearchParams(search)).page).toBe(page)
})

it.each(['0', '-1', '1000', '1.5', 'two'])('reads page 1 for %s', (comments) => {
  expect(commentPageIn(new URLSearchParams({ comments })).page).toBe(1)
})
