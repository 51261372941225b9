import { expect, test } from 'vitest'
import { recentSessions } from './recent-sessions.server.ts'

test('the sessions that were seen last are known', () => {
  const sessions = recentSessions(2)
  sessions.saw('one', 'ann')
  sessions.saw('two', 'ben')
  sessions.saw('one', 'ann')
  sessions.saw('three', 'cat')
  expect(['one', 'two', 'three', undefined].map(sessions.memberOf)).toEqual([
    'ann',
    undefined,
    'cat',
    undefined,
  ])
  sessions.forget('one')
  expect(sessions.memberOf('one')).toBeUndefined()
})
