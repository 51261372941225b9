import { askAddress } from '../components/confirmation.ts'

export const LEADERBOARD_PATH = '/admin/leaderboard'

/** What can be changed by hand about a member: its resource's name and its title. */
export const CHANGES = { points: 'Edit Points', rank: 'Edit Rank' } as const
export type Change = keyof typeof CHANGES

/** The resource that takes a change: '/admin/leaderboard/{id}/points'. */
export function changePath(id: string, change: Change): string {
  return `${LEADERBOARD_PATH}/${id}/${change}`
}

/** What can be done about a member's account: its resource's name and its title. */
export const ACCOUNT_ACTIONS = { suspend: 'Suspend Member', reinstate: 'Lift Suspension' } as const

export function accountActionPath(id: string, action: keyof typeof ACCOUNT_ACTIONS): string {
  return `${LEADERBOARD_PATH}/${id}/${action}`
}

/** The page of a change, from which one comes back to `list`, a path with its query. */
export function changeAddress(id: string, change: Change, list: string): string {
  return askAddress(changePath(id, change), list)
}
