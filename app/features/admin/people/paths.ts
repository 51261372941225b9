import { PEOPLE } from '../paths.ts'

export const INVITE_PATH = `${PEOPLE.to}/invite`

export function endPath(invitationId: string): string {
  return `${PEOPLE.to}/invitations/${invitationId}/end`
}

/** What an administrator makes of a member, by the last part of its path, and its title. */
export const CHANGES = {
  administrator: 'Make Administrator',
  moderator: 'Make Moderator',
  none: 'Remove Role',
} as const

export type Change = keyof typeof CHANGES

export function changePath(userId: string, change: Change): string {
  return `${PEOPLE.to}/${userId}/${change}`
}
