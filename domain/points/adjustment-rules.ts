import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
export const ADJUSTMENT_MESSAGES = {
  points: 'User points updated successfully',
  pointsFailed: 'Failed to update user points',
  pointsStale: 'Failed to update user points. Points or rank have been changed since; please check again.',
  noPoints: 'Failed to update user points. The member has 0 points, so nothing was taken.',
  pointsTooMany: 'Failed to update user points. A total cannot exceed 100,000,000.',
  rank: 'User rank updated successfully',
  rankFailed: 'Failed to update user rank',
  rankStale: 'Failed to update user rank. Points or rank have been changed since; please check again.',
  rankSame: 'Failed to update user rank. The member has this rank already.',
  noMember: 'User Not Found',
  change: 'Points Change must be a whole number other than 0, at most 100,000,000 either way',
  reasonLength: `Reason for Change must be at most ${MAX_REASON_LENGTH} characters`,
  defaultDescription: 'Administrative adjustment',
  rankDescription: 'Manual rank adjustment by admin',
} as const

/** The largest adjustment and the largest total. */
export const maxPoints = 100_000_000

/** The value of an input such as '100' or '-50'; null if invalid. */
export function parsePointsChange(input: string): number | null {
  const text = input.trim().replace('\u2212', '-')
  const change = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : 0
  return change !== 0 && Math.abs(change) <= maxPoints ? change : null
}

/** The total after a change; it stops at 0. */
export function totalAfter(points: number, change: number): number {
  return Math.max(0, points + change)
}
