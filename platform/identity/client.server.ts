import { setTimeout as sleep } from 'node:timers/promises'
import * as oidc from 'openid-client'
import { isLoopback } from '#platform/config/loopback.ts'
import {
  exchangeForClaims,
  type SignInSecrets,
  type VerifiedClaims,
} from '#platform/identity/claims.server.ts'
import { isClientRefused, SignInFailure, signInFailure } from '#platform/identity/failure.server.ts'
import { once } from '#platform/once.ts'
import { Busy, openSlots } from '#platform/slots.ts'
import { clientAuthentication, type TokenAuth } from './token-auth.server.ts'

export interface IdentityClient {
  /**
   * The URL of the provider; `fresh` requires a new authentication despite an existing session there. Throws
   * SignInFailure if the provider does not answer.
   */
  startSignIn(options?: { fresh?: boolean }): Promise<{ address: URL; secrets: SignInSecrets }>
  /** Exchanges the provider's response for verified claims; throws SignInFailure on any error. */
  finishSignIn(answer: URLSearchParams, secrets: SignInSecrets): Promise<VerifiedClaims>
  /** The origin of the authorization endpoint once it is known, for a form-action policy. */
  readonly origin: string
  /** Loads the provider's metadata ahead of a sign-in, for at most `milliseconds`. Never fails. */
  prepare(milliseconds: number): Promise<void>
}

export interface IdentityClientOptions {
  /** An https URL, or an http one on loopback. */
  issuer: string
  clientId: string
  clientSecret?: string | (() => Promise<string>)
  /** How the token endpoint gets the secret; by default as the provider's metadata says. */
  tokenAuth?: TokenAuth
  redirectUri: string
  prompt?: 'login' | 'select_account'
  /** Replaces the issuer in claims, for a provider whose address may change. */
  recordIssuerAs?: string
}

const timeoutSeconds = 5
/** The provider's time runs from the request on, so that hundreds at once would all be too late on a busy machine. */
const exchanges = { atOnce: 16, waiting: 1_000, waitMs: 30_000 }

/**
 * A client for the authorization code flow with PKCE, state and nonce. The provider's metadata is fetched when first
 * needed, cached, and fetched again after a failure, so the process starts while the provider is down.
 */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const issuer = checkedIssuer(options.issuer)
  let origin = issuer.origin
  let usesOther = false
  const inTurn = openSlots(exchanges)
  const discover = once(async () => {
    const config = await discovery(issuer, options, () => usesOther)
    origin = oidc.buildAuthorizationUrl(config, {}).origin
    return config
  })

  async function exchange(answer: URLSearchParams, secrets: SignInSecrets): Promise<VerifiedClaims> {
    const callback = new URL(options.redirectUri)
    callback.search = answer.toString()
    return exchangeForClaims(await discover(), callback, secrets)
  }

  /** Sends the client's secret by the other method once it was refused. */
  async function exchangeEitherWay(answer: URLSearchParams, secrets: SignInSecrets): Promise<VerifiedClaims> {
    const first = usesOther
    return exchange(answer, secrets).catch(async (error: unknown) => {
      if (!options.clientSecret || !isClientRefused(error)) throw error
      usesOther = !first
      return exchange(answer, secrets).catch((again: unknown) => {
        usesOther = first
        throw again
      })
    })
  }

  return {
    get origin() {
      return origin
    },
    async startSignIn({ fresh = false } = {}) {
      const config = await discover()
      const secrets = newSecrets()
      return { address: await authorizationAddress(config, secrets, options, fresh), secrets }
    },
    async prepare(milliseconds) {
      const known = discover().catch(() => undefined)
      await Promise.race([known, sleep(milliseconds, undefined, { ref: false })])
    },
    async finishSignIn(answer, secrets) {
      try {
        const claims = await inTurn(() => exchangeEitherWay(answer, secrets))
        return { ...claims, issuer: options.recordIssuerAs ?? claims.issuer }
      } catch (error) {
        throw error instanceof Busy ? new SignInFailure('unreachable', 'busy') : signInFailure(error)
      }
    },
  }
}

function checkedIssuer(text: string): URL {
  const issuer = new URL(text)
  if (issuer.protocol === 'https:' || (issuer.protocol === 'http:' && isLoopback(issuer.hostname)))
    return issuer
  throw new TypeError('An issuer must have an https address')
}

async function discovery(
  issuer: URL,
  { clientId, clientSecret, tokenAuth }: IdentityClientOptions,
  usesOther: () => boolean,
): Promise<oidc.Configuration> {
  const secret = typeof clientSecret === 'function' ? await clientSecret() : clientSecret
  // In the code flow the library relies on TLS and skips the ID token's signature unless told otherwise.
  const execute = [oidc.enableNonRepudiationChecks]
  if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
  const authentication = secret ? clientAuthentication(secret, tokenAuth, usesOther) : oidc.None()
  try {
    return await oidc.discovery(issuer, clientId, undefined, authentication, {
      execute,
      timeout: timeoutSeconds,
    })
  } catch (error) {
    throw signInFailure(error)
  }
}

function newSecrets(): SignInSecrets {
  return {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  }
}

async function authorizationAddress(
  config: oidc.Configuration,
  secrets: SignInSecrets,
  options: IdentityClientOptions,
  fresh: boolean,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: options.redirectUri,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
    ...(options.prompt && { prompt: options.prompt }),
    // Glewlwyd refuses an age of 0.
    ...(fresh && { prompt: 'login', max_age: '60' }),
  })
}
