import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import type { DemoNinja, Role } from './world/ninjas.ts'
import { ninjas } from './world/ninjas.ts'

const notes: Partial<Record<Role, string>> = {
  newcomer: 'A new member without submissions',
  member: 'A member with submissions and votes',
  administrator: 'An administrator of the site',
}

/** The account of a ninja at the demo provider. */
export function accountOf({ name, role }: DemoNinja): DemoAccount {
  const subject = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { subject, name, email: `${subject}@demo.example`, emailVerified: true, note: notes[role] ?? '' }
}

export const demoAccounts: readonly DemoAccount[] = (
  ['newcomer', 'member', 'administrator'] as const
).flatMap((role) => ninjas.filter((ninja) => ninja.role === role).map(accountOf))
