import { describe, expect, it } from 'vitest'
import {
  badgeLabel,
  cardAction,
  DAY,
  daysLeftText,
  daysUntil,
  EXTENSION_DAYS,
  isOpenForSubmissions,
  isOpenForVotes,
  isPrimaryAction,
  STATUSES,
  statusLabel,
  typeAndKindLabel,
  votingEnd,
  votingLength,
} from './rules.ts'

const now = new Date('2031-03-05T12:00:00Z')
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)

describe('days left', () => {
  it.each([
    [-1, 0],
    [0, 0],
    [1, 1],
    [DAY, 1],
    [DAY + 1, 2],
    [7 * DAY, 7],
  ])('%i ms are %i days', (milliseconds, days) => {
    expect(daysUntil(later(milliseconds), now)).toBe(days)
  })

  it.each([
    [0, 'Ending today!'],
    [1, '1 day left'],
    [5, '5 days left'],
  ])('%i days are shown as %s', (days, words) => {
    expect(daysLeftText(days)).toBe(words)
  })
})

describe('voting', () => {
  it.each([
    ['daily', 1],
    ['weekly', 3],
    ['monthly', 7],
    ['special', 3],
  ] as const)('of a %s challenge lasts %i days after the deadline', (type, days) => {
    expect(votingLength(type)).toBe(days)
    const timeline = { type, deadline: now, votingOpensAt: null, votingClosesAt: null }
    expect(votingEnd(timeline)).toEqual(later(days * DAY))
    expect(votingEnd({ ...timeline, votingClosesAt: later(5) })).toEqual(later(5))
  })

  it('accepts votes until its end and submissions until the deadline, to the millisecond', () => {
    const phase = { deadline: now, votingEndsAt: now }
    for (const [moment, open] of [
      [-1, true],
      [0, false],
      [1, false],
    ] as const) {
      expect(isOpenForSubmissions({ ...phase, status: 'active' }, later(moment))).toBe(open)
      expect(isOpenForVotes({ ...phase, status: 'voting' }, later(moment))).toBe(open)
    }
    expect(isOpenForVotes({ ...phase, status: 'voting', allowVoting: false }, later(-1))).toBe(false)
  })
})

describe('a card', () => {
  const challenge = {
    id: '7',
    deadline: later(DAY),
    votingEndsAt: later(2 * DAY),
    isMineRejected: false,
  }

  it.each([
    ['voting', false, null, 'Vote Now', '/challenges/7'],
    ['active', true, '9', 'Submitted', '/challenges/7/submissions/9'],
    ['active', true, null, 'Submit Entry', '/challenges/7/submit'],
    ['active', false, null, 'Login to Submit', '/login?redirect=%2Fchallenges%2F7%2Fsubmit'],
    ['completed', true, null, 'View Results', '/challenges/7/results'],
    ['canceled', true, null, 'View Challenge', '/challenges/7'],
    ['upcoming', true, null, 'View Challenge', '/challenges/7'],
  ] as const)('%s, signed in %s, entered %s: %s', (status, signedIn, mySubmissionId, label, to) => {
    expect(cardAction({ ...challenge, status, mySubmissionId }, signedIn, now)).toEqual({ label, to })
  })

  it('leads the author of a rejected submission to its form until the deadline', () => {
    const rejected = { ...challenge, status: 'active', mySubmissionId: '9', isMineRejected: true } as const
    expect(cardAction(rejected, true, now)).toEqual({
      label: 'Edit Rejected Entry',
      to: '/challenges/7/submissions/9/edit',
    })
    expect(cardAction(rejected, true, later(DAY)).label).toBe('Submitted')
  })

  it('has a primary action only if something can be done now', () => {
    expect(isPrimaryAction({ label: 'Submit Entry', to: '' })).toBe(true)
    expect(isPrimaryAction({ label: 'Vote Now', to: '' })).toBe(true)
    expect(isPrimaryAction({ label: 'Submitted', to: '' })).toBe(false)
    expect(isPrimaryAction({ label: 'Submitted', to: '' })).toBe(false)
    expect(isPrimaryAction({ label: 'View Results', to: '' })).toBe(false)
  })

  it("shows type and kind, and 'special' only once", () => {
    expect(typeAndKindLabel({ type: 'daily', kind: 'image' })).toBe('Daily · Image')
    expect(typeAndKindLabel({ type: 'special', kind: 'special' })).toBe('Special')
  })

  it('labels every status, longer on the challenge’s own pages', () => {
    expect(STATUSES.map(statusLabel)).toEqual([
      'Draft',
      'Upcoming',
      'Active',
      'Voting',
      'Completed',
      'Canceled',
    ])
    expect(STATUSES.map(badgeLabel).slice(2, 5)).toEqual(['Active Challenge', 'Voting Phase', 'Completed'])
  })
})

it('an extended challenge stays open for a week', () => {
  expect(EXTENSION_DAYS).toBe(7)
})
