import { describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { ADMIN_ACTIONS, type AdminAction, runAction } from './admin-actions.ts'
import { sees } from './visibility.ts'
import {
  allSettings,
  arrange,
  makeWorld,
  type Settings,
  type State,
  states,
  undone,
  WHO,
  type Who,
} from './world.ts'

const { db } = await testDatabase()
const world = await makeWorld(db)
const entry = `/challenges/${world.challenge}/submissions/${world.looked}`
const met = new Map<AdminAction, Set<string>>()

// The required answer to each action (SUB-3, SUB-22, VOTE-2 to VOTE-5), written down apart from the code.

function onVote(state: State, settings: Settings, who: Who): string {
  if (who === 'visitor') return `sign in ${entry}`
  if (!sees(state, settings, who)) return 'Submission Not Found'
  if (who === 'author') return 'You cannot vote for your own submission'
  if (state !== 'voting' || !settings.allowVoting) return 'Voting is not open for this challenge'
  if (who === 'voted') return 'You have already voted for this submission'
  return who === 'votedElsewhere' ? 'Each user gets one vote per challenge.' : 'done'
}

function onUnvote(state: State, settings: Settings, who: Who): string {
  if (who === 'visitor') return `sign in ${entry}`
  if (!sees(state, settings, who)) return 'Submission Not Found'
  if (state !== 'voting' || !settings.allowVoting) return 'Voting is not open for this challenge'
  return who === 'voted' ? 'done' : 'You have not voted for this submission'
}

function onSubmit(state: State, _: Settings, who: Who): string {
  if (who === 'visitor') return '401 Please sign in to submit to this challenge'
  if (state === 'draft' && who !== 'admin') return '404 Challenge not found'
  if (who === 'author' || who === 'entrant') return "409 You've Already Submitted"
  if (state === 'active') return 'done'
  if (state === 'overdue' || state === 'between')
    return '409 The submission deadline for this challenge has passed'
  return '409 This challenge is no longer accepting submissions'
}

function onEdit(state: State, settings: Settings, who: Who): string {
  if (who === 'visitor') return '401 Please sign in to submit to this challenge'
  if (who === 'author')
    return state === 'active'
      ? '409 Your submission already has votes, so it can no longer be edited.'
      : '409 This challenge is no longer active for editing'
  if (!sees(state, settings, who)) return '404 Could not load submission for editing.'
  return '404 You do not have permission to edit this submission'
}

const EXPECTED = { vote: onVote, unvote: onUnvote, submit: onSubmit, edit: onEdit }

describe.each(states)('a challenge that is %s', (state) => {
  it.each(allSettings)(
    'takes and refuses every action with the required message: $name',
    async (settings) => {
      await arrange(world, state, settings)
      for (const who of WHO) {
        const [answered, named] = [{} as Record<AdminAction, string>, {} as Record<AdminAction, string>]
        for (const deed of ADMIN_ACTIONS) {
          answered[deed] = await undone(db, (on) => runAction(on, world, deed, world.people[who]))
          named[deed] = EXPECTED[deed](state, settings, who)
          met.set(deed, (met.get(deed) ?? new Set()).add(named[deed]))
        }
        expect(answered, who).toEqual(named)
      }
    },
  )
})

it('has taken and refused every deed somewhere', () => {
  for (const [deed, answers] of met) {
    // Both submissions have votes: the edits that succeed are in moderation.test.ts.
    if (deed !== 'edit') expect(answers, deed).toContain('done')
    expect(answers.size, deed).toBeGreaterThan(3)
  }
})
