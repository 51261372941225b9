import { confirmationUrl } from '../confirmation/confirmation.ts'

export const LEADERBOARD_PATH = '/admin/leaderboard'
export const LEADERBOARD = { to: LEADERBOARD_PATH, label: 'Leaderboard' } as const

export function memberPath(id: string): string {
  return `${LEADERBOARD_PATH}/${id}`
}

/** The adjustments: path segment and title. */
export const ADJUSTMENTS = { points: 'Edit Points', rank: 'Edit Rank' } as const
export type AdjustmentKind = keyof typeof ADJUSTMENTS

/** '/admin/leaderboard/{id}/points' */
export function adjustmentPath(id: string, change: AdjustmentKind): string {
  return `${LEADERBOARD_PATH}/${id}/${change}`
}

/** The account actions: path segment and title. */
export const ACCOUNT_ACTIONS = { suspend: 'Suspend Member', reinstate: 'Reinstate Member' } as const

export function accountActionPath(id: string, action: keyof typeof ACCOUNT_ACTIONS): string {
  return `${LEADERBOARD_PATH}/${id}/${action}`
}

/** The path of a form that returns to `list`, a path with its query. */
export function adjustmentUrl(id: string, change: AdjustmentKind, list: string): string {
  return confirmationUrl(adjustmentPath(id, change), list)
}
