import { confirmationUrl } from '../components/confirmation.ts'

export const LEADERBOARD_PATH = '/admin/leaderboard'

/** What can be changed by hand about a member: its resource's name and its title. */
export const ADJUSTMENTS = { points: 'Edit Points', rank: 'Edit Rank' } as const
export type AdjustmentKind = keyof typeof ADJUSTMENTS

/** The resource that takes a change: '/admin/leaderboard/{id}/points'. */
export function adjustmentPath(id: string, change: AdjustmentKind): string {
  return `${LEADERBOARD_PATH}/${id}/${change}`
}

/** What can be done about a member's account: its resource's name and its title. */
export const ACCOUNT_ACTIONS = { suspend: 'Suspend Member', reinstate: 'Lift Suspension' } as const

export function accountActionPath(id: string, action: keyof typeof ACCOUNT_ACTIONS): string {
  return `${LEADERBOARD_PATH}/${id}/${action}`
}

/** The page of a change, from which one comes back to `list`, a path with its query. */
export function adjustmentUrl(id: string, change: AdjustmentKind, list: string): string {
  return confirmationUrl(adjustmentPath(id, change), list)
}
