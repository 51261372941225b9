import * as oidc from 'openid-client'
import { SignInFailure, signInFailure } from '#platform/identity/failure.server.ts'

/** Verified claims of an ID token. */
export interface VerifiedClaims {
  issuer: string
  subject: string
  email: string | null
  /** Only if the provider itself says so. */
  emailVerified: boolean
  /** Whether the provider says nothing about the address, neither that it is verified nor that it is not. */
  emailUnmarked?: boolean
  name: string | null
  /** When the provider last authenticated the person, in seconds since 1970, if it says so. */
  authenticatedAt?: number | undefined
  /** Why the UserInfo endpoint gave no claims. */
  userInfoFailure?: string
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

  const { failure, ...person } =
    claims.email === undefined
      ? await userInfo(config, tokens.access_token, claims.sub)
      : { ...claims, failure: undefined }
  const email = text(person.email, 320)
  // Not an address that is the member's only after white space was removed.
  const isExact = email !== null && email === person.email
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    emailVerified: isExact && isTrue(person.email_verified),
    emailUnmarked: isExact && person.email_verified === undefined,
    name: text(person.name ?? claims.name, 200),
    // Glewlwyd sends 0.
    authenticatedAt: claims.auth_time || undefined,
    ...(failure && { userInfoFailure: failure }),
  }
}

/** Apple and Cognito send the text 'true'. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

/**
 * Some providers return the e-mail address from this endpoint only. Without an answer the ID token still identifies the
 * person; an answer about someone else throws.
 */
async function userInfo(
  config: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<Partial<Record<'email' | 'email_verified' | 'name', unknown>> & { failure?: string | undefined }> {
  if (!config.serverMetadata().userinfo_endpoint) return {}
  try {
    return { ...(await oidc.fetchUserInfo(config, accessToken, subject)), failure: undefined }
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: { cause?: { body?: { sub?: unknown } } } }
    const isOther = code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' || cause?.cause?.body?.sub !== undefined
    if (isOther) throw error
    return { failure: signInFailure(error).code }
  }
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
