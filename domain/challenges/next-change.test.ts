import { describe, expect, it } from 'vitest'
import { type ClockFields, momentsOf, nextChange, stateText, stillText } from './next-change.ts'

const now = new Date('2026-11-29T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const ms = (count: number) => new Date(now.getTime() + count)

function challenge(fields: Partial<ClockFields>): ClockFields {
  return {
    status: 'active',
    createdAt: hours(-48),
    startDate: null,
    activatedAt: hours(-24),
    deadline: hours(24),
    votingOpensAt: null,
    votingEndsAt: hours(48),
    completedAt: null,
    allowVoting: true,
    isHeld: false,
    ...fields,
  }
}

describe('nextChange', () => {
  it.each<[string, Partial<ClockFields>, string | undefined]>([
    ['an upcoming one', { status: 'upcoming', startDate: hours(1) }, 'it opens for entries'],
    ['one to be announced', { status: 'upcoming' }, undefined],
    ['a draft', { status: 'draft', startDate: hours(1) }, undefined],
    ['an open one', {}, 'entries close and voting opens'],
    ['one with a later voting', { votingOpensAt: hours(30) }, 'entries close'],
    ['one without voting', { allowVoting: false }, 'entries close and the challenge completes'],
    ['one between entries and votes', { deadline: hours(-1), votingOpensAt: hours(1) }, 'voting opens'],
    ['one in voting', { status: 'voting' }, 'voting ends and the votes are counted'],
    ['a held one', { status: 'voting', isHeld: true }, 'voting ends'],
    ['a held one after voting', { status: 'voting', isHeld: true, votingEndsAt: hours(-1) }, undefined],
    ['a completed one', { status: 'completed', completedAt: hours(-1) }, undefined],
    ['a canceled one', { status: 'canceled', completedAt: hours(-1) }, undefined],
  ])('of %s', (_, fields, what) => {
    expect(nextChange(challenge(fields), now)?.what).toBe(what)
  })

  it('is the deadline until its last millisecond', () => {
    const at = (deadline: Date) => nextChange(challenge({ deadline, votingOpensAt: hours(9) }), now)?.what
    expect([at(ms(1)), at(now), at(ms(-1))]).toEqual(['entries close', 'voting opens', 'voting opens'])
  })
})

describe('stateText', () => {
  it('says whether entries and votes are taken', () => {
    const state = (fields: Partial<ClockFields>) => stateText(challenge(fields), now)
    expect(state({ deadline: ms(1) })).toBe('Active, open for entries')
    expect(state({ deadline: now })).toBe('Active, entries are closed')
    expect(state({ status: 'voting', votingEndsAt: ms(1) })).toBe('Voting')
    expect(state({ status: 'voting', votingEndsAt: now })).toBe('Voting has ended')
    const held = challenge({ status: 'voting', votingEndsAt: now, isHeld: true })
    expect(stateText(held, now)).toBe('Voting has ended, the result is held')
    expect(stillText(held)).toBe('It completes when the result is released.')
    expect(stillText(challenge({ status: 'upcoming' }))).toBe('Date to be announced')
  })
})

describe('momentsOf', () => {
  const labels = (fields: Partial<ClockFields>) => momentsOf(challenge(fields), now).map(({ label }) => label)

  it('has past dates as they were and later ones as planned', () => {
    expect(labels({})).toEqual(['Opened', 'Entries close', 'Completes'])
    expect(labels({ votingOpensAt: hours(30) })).toEqual([
      'Opened',
      'Entries close',
      'Voting opens',
      'Completes',
    ])
    expect(labels({ allowVoting: false })).toEqual(['Opened', 'Entries close'])
    expect(labels({ status: 'upcoming', activatedAt: null, startDate: hours(1) })[0]).toBe('Opens')
    expect(labels({ status: 'draft', activatedAt: null })).toEqual(['Entries close', 'Completes'])
  })

  it('ends with the completion, without dates that were not reached', () => {
    expect(labels({ status: 'completed', completedAt: hours(-1) })).toEqual(['Opened', 'Completed'])
    const usual = { deadline: hours(-9), votingEndsAt: hours(-3), completedAt: hours(-3) }
    expect(labels({ status: 'completed', ...usual })).toEqual(['Opened', 'Entries closed', 'Completed'])
    expect(labels({ status: 'canceled', completedAt: hours(-1) }).at(-1)).toBe('Canceled')
  })
})
