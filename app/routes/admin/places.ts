/** The pages of the administrators' area, as its navigation shows them. */
export const ADMIN_LINKS = [{ to: '/admin', label: 'Dashboard' }] as const

/** Where the list of all challenges is. */
export const CHALLENGES_PATH = '/admin'
