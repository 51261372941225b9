import { expect, it } from 'vitest'
import type { Ballot } from '#domain/voting/rules.ts'
import { stateInFlight } from './pending-vote.ts'

const ballot = (votedFor: string | null): Ballot => ({ votedFor, isVisible: true, bar: null })

it.each([
  ['can-vote', null, 'can-vote'],
  ['can-vote', ballot('this'), 'voted'],
  ['can-vote', ballot('another'), 'voted-elsewhere'],
  ['voted', ballot('another'), 'voted-elsewhere'],
  ['voted', ballot(null), 'can-vote'],
  ['voted-elsewhere', ballot('this'), 'voted'],
  ['voted-elsewhere', ballot(null), 'can-vote'],
  ['own', ballot('another'), 'own'],
  ['barred', ballot('another'), 'barred'],
  ['none', ballot('another'), 'none'],
] as const)('%s with %j in flight is %s', (loaded, inFlight, state) => {
  expect(stateInFlight('this', loaded, inFlight)).toBe(state)
})
