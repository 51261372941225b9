import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { MEMBER_ACTIONS, type MemberAction, runAction } from './member-actions.ts'
import { canSee } from './visibility.ts'
import {
  allSettings,
  makeWorld,
  rolledBack,
  type Settings,
  type State,
  setState,
  states,
  WHO,
  type Who,
} from './world.ts'

const { db } = await testDatabase()
const world = await makeWorld(db)
const submissionPath = `/challenges/${world.challenge}/submissions/${world.mainSubmission}`
// A minute after the one before, since votes of a minute are limited.
vi.useFakeTimers({ toFake: ['performance'] })
beforeEach(() => void vi.advanceTimersByTime(60_000))
afterAll(() => void vi.useRealTimers())
const seenResults = new Map<MemberAction, Set<string>>()

// The required results (SUB-3, SUB-22, VOTE-2 to VOTE-5), independent of the code under test.

function onVote(state: State, settings: Settings, who: Who): string {
  if (who === 'visitor') return `sign in ${submissionPath}`
  if (!canSee(state, settings, who)) return 'Submission Not Found'
  if (who === 'author') return 'You cannot vote for your own submission'
  if (state !== 'voting' || !settings.allowVoting) return 'Voting is not open for this challenge'
  if (who === 'voted') return 'You have already voted for this submission'
  return who === 'votedElsewhere' ? 'Each user gets one vote per challenge.' : 'done'
}

function onUnvote(state: State, settings: Settings, who: Who): string {
  if (who === 'visitor') return `sign in ${submissionPath}`
  if (!canSee(state, settings, who)) return 'Submission Not Found'
  if (state !== 'voting' || !settings.allowVoting) return 'Voting is not open for this challenge'
  return who === 'voted' ? 'done' : 'You have not voted for this submission'
}

function onSubmit(state: State, _: Settings, who: Who): string {
  if (who === 'visitor') return '401 Please sign in to submit to this challenge'
  if (state === 'draft' && who !== 'admin') return '404 Challenge not found'
  if (who === 'author' || who === 'entrant') return "409 You've Already Submitted"
  if (state === 'active') return 'done'
  if (state === 'deadlinePassed' || state === 'awaitingVoting')
    return '409 The submission deadline for this challenge has passed'
  return '409 This challenge is no longer accepting submissions'
}

function onEdit(state: State, settings: Settings, who: Who): string {
  if (who === 'visitor') return '401 Please sign in to submit to this challenge'
  if (!canSee(state, settings, who))
    return '404 Could not load submission for editing. It is no longer available.'
  if (who === 'author')
    return state === 'active'
      ? '409 Members could already vote for your submission, so it can no longer be edited.'
      : '409 This challenge is no longer active for editing'
  return '404 You do not have permission to edit this submission'
}

const EXPECTED = { vote: onVote, unvote: onUnvote, submit: onSubmit, edit: onEdit }

describe.each(states)('a challenge that is %s', (state) => {
  it.each(allSettings)(
    'accepts or refuses every action with the required message: $name',
    async (settings) => {
      await setState(world, state, settings)
      for (const who of WHO) {
        const [actual, expected] = [{} as Record<MemberAction, string>, {} as Record<MemberAction, string>]
        for (const action of MEMBER_ACTIONS) {
          actual[action] = await rolledBack(db, (on) => runAction(on, world, action, world.people[who]))
          expected[action] = EXPECTED[action](state, settings, who)
          seenResults.set(action, (seenResults.get(action) ?? new Set()).add(expected[action]))
        }
        expect(actual, who).toEqual(expected)
      }
    },
  )
})

it('every action was accepted and refused at least once', () => {
  for (const [action, results] of seenResults) {
    // Both submissions have votes: the edits that succeed are in moderation.test.ts.
    if (action !== 'edit') expect(results, action).toContain('done')
    expect(results.size, action).toBeGreaterThan(3)
  }
})
