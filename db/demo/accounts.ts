import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import type { DemoNinja, Role } from './world/ninjas.ts'
import { ninjas } from './world/ninjas.ts'

const notes: Partial<Record<Role, string>> = {
  newcomer: 'New here, with nothing entered yet',
  member: 'A member with entries and votes',
  administrator: 'An administrator, who runs the dojo',
}

/** What the demo's provider says of a ninja. */
export function accountOf({ name, role }: DemoNinja): DemoAccount {
  const subject = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { subject, name, email: `${subject}@demo.example`, emailVerified: true, note: notes[role] ?? '' }
}

/** The logins that the demo offers: a newcomer, a member and an administrator. */
export const demoAccounts: readonly DemoAccount[] = (
  ['newcomer', 'member', 'administrator'] as const
).flatMap((role) => ninjas.filter((ninja) => ninja.role === role).map(accountOf))
