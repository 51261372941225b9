import * as oidc from 'openid-client'
import { SignInFailure } from '#platform/identity/failure.server.ts'

/** Verified claims of an ID token; `emailVerified` only if the provider itself says true. */
export interface VerifiedClaims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  /** When the provider last authenticated the person, in seconds since 1970, if it says so. */
  authenticatedAt?: number | undefined
}

export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/**
 * Checks state and issuer, exchanges the code, verifies the ID token (signature, algorithm, issuer, audience, nonce,
 * times) and returns its claims.
 */
export async function exchangeForClaims(
  config: oidc.Configuration,
  callback: URL,
  secrets: SignInSecrets,
): Promise<VerifiedClaims> {
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new SignInFailure('refused', 'no-id-token')
  if (!isSubject(claims.sub)) throw new SignInFailure('refused', 'invalid-subject')

  const person = claims.email === undefined ? await userInfo(config, tokens.access_token, claims.sub) : claims
  const email = text(person.email, 320)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    // Not an address that is the member's only after white space was removed.
    emailVerified: email !== null && email === person.email && person.email_verified === true,
    name: text(person.name ?? claims.name, 200),
    authenticatedAt: claims.auth_time,
  }
}

/** Some providers return the e-mail address from this endpoint only. */
async function userInfo(
  config: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<Partial<oidc.UserInfoResponse>> {
  if (!config.serverMetadata().userinfo_endpoint) return {}
  return oidc.fetchUserInfo(config, accessToken, subject)
}

// PostgreSQL stores no NUL, and unpaired surrogates would all become the same character.
const control = /\p{Cc}/u

/**
 * 1 to 255 characters (OpenID Connect Core, section 2). Never normalised: a different subject is a different person.
 */
function isSubject(subject: string): boolean {
  return subject.length >= 1 && subject.length <= 255 && subject.isWellFormed() && !control.test(subject)
}

function text(value: unknown, longest: number): string | null {
  if (typeof value !== 'string' || value.length > longest) return null
  const trimmed = value.trim()
  return trimmed !== '' && trimmed.isWellFormed() && !control.test(trimmed) ? trimmed : null
}
