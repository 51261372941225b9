import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import members from './members.json' with { type: 'json' }

/** The accounts that the sign-in page offers. */
export const demoAccounts: readonly DemoAccount[] = members.filter(({ login }) => login).map(accountOf)

/** The account of a member at the demo provider. */
export function accountOf({ name, note = '' }: { name: string; note?: string }): DemoAccount {
  const subject = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { subject, name, email: `${subject}@demo.example`, emailVerified: true, note }
}
