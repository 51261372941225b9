import { expect, it } from 'vitest'
import type { Pattern } from '#domain/integrity/patterns.server.ts'
import { keepKeys, patternOf } from './pattern-keys.ts'

function pattern(kind: Pattern['kind'], submission: string, voters: string): Pattern {
  return {
    kind,
    submission: { id: submission, title: 'Static', authorName: 'Ann' },
    hits: voters.length,
    trials: 9,
    voters: [...voters].map((key) => ({
      key,
      userId: key,
      name: key,
      joinedAt: null,
      votedAt: new Date(0),
      isSuspended: false,
    })),
  }
}

function keys(former: ReturnType<typeof keepKeys>, patterns: Pattern[]): number[] {
  return keepKeys(former, patterns).map(({ key }) => key)
}

it('keeps the key of a pattern that is found again with fewer or other voters', () => {
  const before = keepKeys(
    [],
    [
      pattern('newAccounts', 'one', 'abcd'),
      pattern('network', 'one', 'abc'),
      pattern('network', 'one', 'defg'),
      pattern('network', 'two', 'abc'),
    ],
  )
  expect(before.map(({ key }) => key)).toEqual([0, 1, 2, 3])
  const after = [
    pattern('network', 'one', 'xefg'),
    pattern('newAccounts', 'one', 'bcd'),
    pattern('network', 'two', 'bcx'),
    pattern('network', 'two', 'pqr'),
  ]
  expect(keys(before, after)).toEqual([2, 0, 3, 4])
})

it('gives a key to the pattern that shares the most voters, and each key once', () => {
  const before = keepKeys([], [pattern('network', 'one', 'abcdef')])
  expect(keys(before, [pattern('network', 'one', 'fuvwxyz'), pattern('network', 'one', 'abcde')])).toEqual([
    1, 0,
  ])
  expect(keys([], [pattern('network', 'one', 'abcd'), pattern('network', 'one', 'axyd')])).toEqual([0, 1])
})

it('finds the pattern of a form though a voter has joined or left it', () => {
  const form = { kind: 'network' as const, submissionId: 'one', voters: ['a', 'b', 'c'] }
  const joined = pattern('network', 'one', 'xbc')
  const found = [pattern('network', 'two', 'abc'), pattern('burst', 'one', 'abc'), joined]
  expect(patternOf(form, found)).toBe(joined)
  expect(patternOf(form, [pattern('network', 'one', 'xyz')])).toBeUndefined()
})
