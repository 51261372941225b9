import type { RequestListener } from 'node:http'
import type { Services } from '#app/context.ts'
import { createIdentityClient, type IdentityClient } from '#platform/identity/client.server.ts'
import { type DemoAccount, demoIssuer } from '#platform/identity/demo/accounts.ts'

interface Identity {
  client: IdentityClient
  demoAccounts: readonly DemoAccount[]
  formTargets(): string[]
  /** Passes the provider's requests to it, before the site's checks. */
  before(next: RequestListener): RequestListener
}

type Dependencies = Pick<Services, 'config' | 'settings' | 'db' | 'log' | 'maintenance'>

/** Sign-in by the configured provider, or in the demo by the demo provider with `accounts`. */
export async function openIdentity(
  ground: Dependencies,
  accounts: readonly DemoAccount[],
): Promise<Identity> {
  return ground.config.demo ? demoIdentity(ground, accounts) : configuredIdentity(ground)
}

export function configuredIdentity({ config }: Pick<Dependencies, 'config'>): Identity {
  const client = createIdentityClient({
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId ?? '',
    ...(config.oidcClientSecret && { clientSecret: config.oidcClientSecret }),
    ...(config.oidcTokenAuth && { tokenAuth: config.oidcTokenAuth }),
    redirectUri: callbackOf(config.publicUrl),
  })
  return { client, demoAccounts: [], formTargets: () => [client.origin], before: (next) => next }
}

async function demoIdentity(
  { config, settings, db, log, maintenance }: Dependencies,
  accounts: readonly DemoAccount[],
): Promise<Identity> {
  // For demos only.
  const { createDemoProvider } = await import('#platform/identity/demo/provider.server.ts')
  const provider = createDemoProvider({
    db,
    publicUrl: config.publicUrl,
    siteName: () => settings.current().productName,
    accounts,
    onError: (error) => log.error({ err: error }, 'the demo sign-in failed'),
  })
  const client = createIdentityClient({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    redirectUri: callbackOf(config.publicUrl),
    prompt: 'login',
    recordIssuerAs: demoIssuer,
  })
  return {
    client,
    demoAccounts: accounts,
    formTargets: () => [],
    before: (next) => (request, response) => {
      // The provider answers NUL with a server error.
      if (isBelow(provider.path, request.url) && /%00/.test(request.url ?? '')) {
        response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' })
        return void response.end('This is not an address of this site.\n')
      }
      const isOpen = maintenance.current() === null
      if (isOpen && isBelow(provider.path, request.url)) provider.handle(request, response)
      else next(request, response)
    },
  }
}

function callbackOf(publicUrl: string): string {
  return `${publicUrl}/auth/callback`
}

function isBelow(path: string, url = ''): boolean {
  return url.startsWith(path) && ['/', '?', undefined].includes(url[path.length])
}
