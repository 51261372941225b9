import { SUSPENSION_MESSAGES } from '#domain/accounts/rules.ts'
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

/** The account actions, by their path segment. */
export const ACCOUNT_ACTIONS = {
  suspend: { title: 'Suspend Member', failed: SUSPENSION_MESSAGES.suspendFailed },
  reinstate: { title: 'Reinstate Member', failed: SUSPENSION_MESSAGES.reinstateFailed },
} as const

export function accountActionPath(id: string, action: keyof typeof ACCOUNT_ACTIONS): string {
  return `${LEADERBOARD_PATH}/${id}/${action}`
}

/** The path of a form that returns to `list`, a path with its query. */
export function adjustmentUrl(id: string, change: AdjustmentKind, list: string): string {
  return confirmationUrl(adjustmentPath(id, change), list)
}
