import { type ChallengeStatus, NO_START } from './rules.ts'

/** What the clock of a challenge for administrators follows from. */
export interface ClockFields {
  status: ChallengeStatus
  createdAt: Date
  startDate: Date | null
  activatedAt: Date | null
  deadline: Date | null
  /** Null: at the deadline. */
  votingOpensAt: Date | null
  votingEndsAt: Date | null
  completedAt: Date | null
  allowVoting: boolean
  isHeld: boolean
}

/** How far a challenge is, in words. */
export function stateText(challenge: ClockFields, now: Date): string {
  const { status, deadline, votingEndsAt, isHeld } = challenge
  if (status === 'draft') return 'Draft'
  if (status === 'upcoming') return 'Upcoming'
  if (status === 'canceled') return 'Canceled'
  if (status === 'completed') return 'Completed'
  if (status === 'active')
    return deadline && now >= deadline ? 'Active, entries are closed' : 'Active, open for entries'
  if (votingEndsAt && now < votingEndsAt) return isHeld ? 'Voting, the result is held' : 'Voting'
  return isHeld ? 'Voting has ended, the result is held' : 'Voting has ended'
}

interface NextChange {
  at: Date
  /** Follows 'until'. */
  what: string
}

/** What the schedule changes next, and when; null if nothing changes by itself. */
export function nextChange(challenge: ClockFields, now: Date): NextChange | null {
  const { status, startDate, deadline, votingOpensAt, votingEndsAt, allowVoting, isHeld } = challenge
  if (status === 'upcoming' && startDate) return { at: startDate, what: 'it opens for entries' }
  if (status === 'active' && deadline && now < deadline)
    return { at: deadline, what: atDeadline(challenge, deadline) }
  if (status === 'active' && allowVoting && votingOpensAt) return { at: votingOpensAt, what: 'voting opens' }
  if (status !== 'voting' || !votingEndsAt || now >= votingEndsAt) return null
  return { at: votingEndsAt, what: isHeld ? 'voting ends' : 'voting ends and the votes are counted' }
}

function atDeadline({ allowVoting, votingOpensAt }: ClockFields, deadline: Date): string {
  if (!allowVoting) return 'entries close and the challenge completes'
  const isAtOnce = !votingOpensAt || votingOpensAt <= deadline
  return isAtOnce ? 'entries close and voting opens' : 'entries close'
}

/** In place of a clock, where nothing changes by itself. */
export function stillText({ status, isHeld }: ClockFields): string {
  if (status === 'draft') return 'Only administrators see it.'
  if (status === 'upcoming') return NO_START
  return status === 'voting' && isHeld ? 'It completes when the result is released.' : ''
}

export interface Moment {
  label: string
  at: Date
}

/** The dates of a challenge in their order: past ones as they were, later ones as planned. */
export function momentsOf(challenge: ClockFields, now: Date): Moment[] {
  const { createdAt, startDate, activatedAt, deadline, votingOpensAt, votingEndsAt, completedAt } = challenge
  const isAnnounced = challenge.status !== 'draft' && challenge.status !== 'upcoming'
  const opened = isAnnounced ? (activatedAt ?? startDate ?? createdAt) : startDate
  const said = (at: Date, past: string, planned: string) => ({ label: at <= now ? past : planned, at })
  const planned: Moment[] = []
  if (opened) planned.push(said(opened, 'Opened', 'Opens'))
  if (deadline) planned.push(said(deadline, 'Entries closed', 'Entries close'))
  if (challenge.allowVoting && votingOpensAt && deadline && votingOpensAt > deadline)
    planned.push(said(votingOpensAt, 'Voting opened', 'Voting opens'))
  if (challenge.allowVoting && votingEndsAt && !completedAt)
    planned.push(said(votingEndsAt, 'Voting ended', 'Completes'))
  if (!completedAt) return planned
  const end = { label: challenge.status === 'canceled' ? 'Canceled' : 'Completed', at: completedAt }
  return [...planned.filter(({ at }) => at < completedAt), end]
}
