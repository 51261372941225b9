import type { Configuration, errors, FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import type { Db } from '#platform/database/database.server.ts'
import type { DemoAccount } from './accounts.ts'
import { findPerson } from './people.server.ts'
import { recordsOf } from './records.server.ts'
import type { DemoSecrets } from './secrets.server.ts'

interface ConfigurationParts {
  db: Db
  accounts: readonly DemoAccount[]
  secrets: DemoSecrets
  client: { clientId: string; redirectUri: string }
  path: string
  /** The page for a request that cannot be continued. */
  dismissed: string
  errors: typeof errors
}

const minute = 60

/** Code flow with PKCE for one client; all other features of the protocol are off. */
export function providerConfiguration(parts: ConfigurationParts): Configuration {
  const { db, secrets, client, path, dismissed } = parts
  return {
    adapter: (kind: string) => recordsOf(db, kind),
    clients: [
      {
        client_id: client.clientId,
        client_secret: secrets.clientSecret,
        redirect_uris: [client.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: secrets.jwks,
    findAccount: accountFinder(parts),
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
    renderError(ctx) {
      ctx.type = 'html'
      ctx.body = dismissed
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

function accountFinder({ db, accounts, errors }: ConfigurationParts): FindAccount {
  return async (_, subject, token) => {
    const person = await findPerson(db, accounts, subject)
    // Deleted during the sign-in. Only the token endpoint handles a missing account itself.
    if (!person && !token) throw new errors.AccessDenied(undefined, 'The account was deleted')
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
  const { provider, session, client } = ctx.oidc
  const accountId = session?.accountId
  if (!client || !accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}
