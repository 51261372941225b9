import type {
  Adapter,
  AdapterFactory,
  AdapterPayload,
  Configuration,
  FindAccount,
  KoaContextWithOIDC,
} from 'oidc-provider'
import { AccessDenied } from 'oidc-provider/lib/helpers/errors.js'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { outageAnswer } from '#platform/http/outage-page.server.ts'
import type { DemoAccount } from './accounts.ts'
import { findPerson } from './people.server.ts'
import type { DemoSecrets } from './secrets.server.ts'

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

/** Stores the provider's state in the database, so that a sign-in survives a restart. */
export function recordStore(db: Db): AdapterFactory {
  return (kind) => recordsOf(db, kind)
}

function recordsOf(db: Db, kind: string): Adapter {
  async function find(condition: Sql): Promise<AdapterPayload | undefined> {
    const record = await db.row<{ payload: AdapterPayload }>(sql`
      select payload from demo_identity_records
      where kind = ${kind} and ${condition} and (expires_at is null or expires_at > clock_timestamp())`)
    return record?.payload
  }

  return {
    find: (id) => find(sql`id = ${id}`),
    findByUid: (uid) => find(sql`uid = ${uid}`),
    // For device sign-in only, which is off.
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn) {
      if (kind === 'Interaction') await sweep(db)
      await save(db, kind, id, payload, expiresIn)
    },
    async consume(id) {
      await db.rows(sql`
        update demo_identity_records
        set payload = payload || jsonb_build_object('consumed', extract(epoch from clock_timestamp())::bigint)
        where kind = ${kind} and id = ${id}`)
    },
    async destroy(id) {
      await db.rows(sql`delete from demo_identity_records where kind = ${kind} and id = ${id}`)
    },
    async revokeByGrantId(grantId) {
      await db.rows(sql`delete from demo_identity_records where kind = ${kind} and grant_id = ${grantId}`)
    },
  }
}

async function save(
  db: Db,
  kind: string,
  id: string,
  payload: AdapterPayload,
  seconds?: number,
): Promise<void> {
  await db.rows(sql`
    insert into demo_identity_records (kind, id, payload, uid, grant_id, expires_at)
    values (${kind}, ${id}, ${JSON.stringify(payload)}::jsonb, ${payload.uid ?? null}, ${payload.grantId ?? null},
      clock_timestamp() + make_interval(secs => ${seconds ?? null}::integer))
    on conflict (kind, id) do update
    set payload = excluded.payload, uid = excluded.uid, grant_id = excluded.grant_id, expires_at = excluded.expires_at`)
}

async function sweep(db: Db): Promise<void> {
  await db.rows(sql`
    delete from demo_identity_records where (kind, id) in (
      select kind, id from demo_identity_records where expires_at <= clock_timestamp()
      order by expires_at limit 1000 for update skip locked)`)
}
