/** What an administrator or a moderator is called. */
export const ROLES = { administrator: 'Administrator', moderator: 'Moderator' } as const

export type Role = keyof typeof ROLES

/** The role that each area of administration needs, by its first word after `/admin/`. Administrators may use all. */
export const AREAS = {
  dashboard: 'administrator',
  challenges: 'administrator',
  series: 'administrator',
  calendar: 'administrator',
  leaderboard: 'administrator',
  submissions: 'moderator',
  comments: 'moderator',
  reports: 'moderator',
  announcements: 'administrator',
  suggestions: 'administrator',
  integrity: 'moderator',
  people: 'administrator',
  settings: 'administrator',
  audit: 'administrator',
  webhooks: 'administrator',
  exports: 'administrator',
} as const satisfies Record<string, Role>

export type Area = keyof typeof AREAS

/** The roles of a member. An administrator may do all that a moderator may. */
export interface Roles {
  isAdmin: boolean
  isModerator: boolean
}

export function hasRole(roles: Roles | null, needed: Role): boolean {
  return roles !== null && (roles.isAdmin || (needed === 'moderator' && roles.isModerator))
}

export function mayUse(roles: Roles | null, area: Area): boolean {
  return hasRole(roles, AREAS[area])
}

/** The role that a path or a route pattern of the admin area needs: an administrator where no area is known. */
export function roleFor(path: string): Role {
  // Patterns have no slash in front.
  const [, area = 'dashboard'] = path.split('/').filter(Boolean)
  return Object.hasOwn(AREAS, area) ? AREAS[area as Area] : 'administrator'
}

export const ROLE_MESSAGES = {
  noMember: 'There is no such member.',
  suspended: 'A suspended member cannot have a role. Reinstate them first.',
  sameRole: 'This member has this role already.',
  noRole: 'This member has no role.',
  configured: 'The settings of the site name this administrator. Remove them there.',
  last: 'This is the last administrator. Name another one first.',
  given: 'Role given',
  removed: 'Role removed',
  failed: 'Failed to change the role',
} as const

export const INVITATION_DAYS = 14

export const mostInvitations = 100

export const INVITATION_MESSAGES = {
  address: 'Please enter an e-mail address.',
  role: 'Please choose a role.',
  member: 'signs in with this address. Find them by name and give them the role.',
  tooMany: `There are ${mostInvitations} open invitations. End some first.`,
  tooOften: 'Too many invitations. Please try again later.',
  missing: 'This invitation is no longer open.',
  sent: 'Invitation sent',
  saved: 'Invitation saved. Tell them to sign in with this address.',
  notSent: 'Invitation saved, but the mail could not be sent. Tell them to sign in with this address.',
  failed: 'Failed to invite',
  ended: 'Invitation ended',
  endFailed: 'Failed to end the invitation',
} as const

export const SETUP_CODE_MINUTES = 60

export const SETUP_MESSAGES = {
  missing: 'Please enter the code.',
  wrong: 'This is not the code, or it has expired. A new one replaces it.',
  tooMany: 'Too many attempts. Please try again later.',
  exists: 'This site has an administrator.',
  done: 'You are the administrator of this site.',
  failed: 'Failed to give the role',
} as const
