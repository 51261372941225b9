import type { Configuration, FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import { AccessDenied } from 'oidc-provider/lib/helpers/errors.js'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { outageAnswer } from '#platform/http/outage-page.server.ts'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import { findPerson } from '#platform/identity/demo/people.server.ts'
import type { DemoSecrets } from '#platform/identity/demo/secrets.server.ts'
import { recordStore } from '#platform/identity/demo/store.server.ts'

interface ConfigurationParts {
  db: Db
  accounts: readonly DemoAccount[]
  secrets: DemoSecrets
  client: { clientId: string; redirectUri: string }
  path: string
  publicUrl: string
  siteName: string
  dismissed(): string
}

const minute = 60
const scopes = 'openid email profile'

/** Code flow with PKCE for one client; all other features of the protocol are off. */
export function providerConfiguration(parts: ConfigurationParts): Configuration {
  const { db, accounts, secrets, path } = parts
  return {
    adapter: recordStore(db),
    clients: [client(parts)],
    jwks: secrets.jwks,
    findAccount: accountFinder(db, accounts),
    loadExistingGrant: grantAllScopes,
    interactions: { url: (_, interaction) => `${path}/account/${interaction.uid}` },
    cookies: {
      keys: secrets.cookieKeys,
      names: { session: 'demo-session', interaction: 'demo-account', resume: 'demo-resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    renderError: (ctx, _, error) => {
      if (isOutage(error)) return renderOutage(ctx, parts)
      ctx.type = 'html'
      ctx.body = parts.dismissed()
    },
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: minute,
      Grant: 60 * minute,
      IdToken: 10 * minute,
      Interaction: 60 * minute,
      Session: 60 * minute,
    },
  }
}

function renderOutage(
  ctx: KoaContextWithOIDC,
  { siteName, publicUrl }: Pick<ConfigurationParts, 'siteName' | 'publicUrl'>,
): void {
  const { accept, cookie } = ctx.headers
  const { status, headers, body } = outageAnswer({
    productName: siteName,
    publicUrl,
    method: ctx.method,
    accept,
    cookie,
  })
  ctx.status = status
  ctx.set(headers)
  ctx.body = body
}

function client({ client: { clientId, redirectUri }, secrets }: ConfigurationParts) {
  return {
    client_id: clientId,
    client_secret: secrets.clientSecret,
    redirect_uris: [redirectUri],
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic' as const,
  }
}

function accountFinder(db: Db, accounts: readonly DemoAccount[]): FindAccount {
  return async (_, subject, token) => {
    const person = await findPerson(db, accounts, subject)
    // Deleted during the sign-in. Only the token endpoint handles a missing account itself.
    if (!person && !token) throw new AccessDenied(undefined, 'The account was deleted')
    if (!person) return undefined
    const { name, email, emailVerified } = person
    return {
      accountId: subject,
      claims: async () => ({ sub: subject, name, email, email_verified: emailVerified }),
    }
  }
}

/** The only client is this site, so there is no consent to ask for. */
async function grantAllScopes(ctx: KoaContextWithOIDC) {
  const { provider, session, client: asking } = ctx.oidc
  const accountId = session?.accountId
  if (!asking || !accountId) return undefined
  const grant = new provider.Grant({ clientId: asking.clientId, accountId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}
