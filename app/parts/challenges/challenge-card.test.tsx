import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { ChallengeCard } from './challenge-card.tsx'

const now = new Date('2026-11-21T12:00:00Z')
const hour = 3_600_000

function text(seed: Partial<ChallengeSummary>, excerptLength?: number): string {
  const challenge: ChallengeSummary = {
    id: '01a1fbe5-fb48-72c2-b960-c458853b8ef1',
    title: 'Paper rivers',
    description: 'Fold one.',
    kind: 'image',
    type: 'weekly',
    status: 'active',
    startDate: null,
    deadline: null,
    votingStartsAt: null,
    votingEndsAt: null,
    completedAt: null,
    allowVoting: true,
    image: null,
    participants: 1204,
    submissionCount: 1,
    voteCount: 7,
    mySubmissionId: null,
    isMineRejected: false,
    votedForId: null,
    hasDraft: false,
    ...seed,
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ChallengeCard challenge={challenge} signedIn={false} now={now} excerptLength={excerptLength} />
    </MemoryRouter>,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

it('shows title, description, type, kind and counts', () => {
  expect(text({})).toMatch(/Paper rivers Fold one\. Weekly · Image · 1 entry /)
  expect(text({ description: 'x'.repeat(300) }, 100)).toMatch(/ x{95,99}… /)
})

it.each<[ChallengeStatus, string]>([
  ['upcoming', 'Upcoming'],
  ['active', 'Active'],
  ['voting', 'Voting'],
  ['completed', 'Completed'],
  ['canceled', 'Canceled'],
])('%s is its badge', (status, badge) => {
  expect(text({ status })).toMatch(new RegExp(`^ ${badge} `))
})

it('shows that the date is open without a start date', () => {
  expect(text({ status: 'upcoming' })).toContain('Date to be announced')
})

describe('time left to vote', () => {
  it.each([
    [72 * hour, '3 days left'],
    [48 * hour + 1, '3 days left'],
    [48 * hour, '2 days left'],
    [24 * hour, '1 day left'],
    [0, 'Closed'],
    [-72 * hour, 'Closed'],
  ])('%i ms before its end: %s', (left, words) => {
    const votingEndsAt = new Date(now.getTime() + left)
    expect(text({ status: 'voting', votingEndsAt })).toContain(`votes ${words}`)
  })
})
