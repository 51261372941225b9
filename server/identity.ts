import type { RequestListener } from 'node:http'
import type { Config } from '#platform/config/config.server.ts'
import { createIdentityClient, type IdentityClient } from '#platform/identity/client.server.ts'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'

export interface Identity {
  client: IdentityClient
  demoAccounts: readonly DemoAccount[]
  /** Answers everything below its path itself, before any other rule of the site. */
  mount?: { path: string; handle: RequestListener }
}

/** Sign-in with the provider of the settings. */
export function openIdentity(config: Config): Identity {
  const client = createIdentityClient({
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId ?? '',
    ...(config.oidcClientSecret && { clientSecret: config.oidcClientSecret }),
    redirectUri: `${config.publicUrl}/auth/callback`,
  })
  return { client, demoAccounts: [] }
}
