import type { Config } from '#platform/config/config.server.ts'
import { attemptMinutes } from '#platform/identity/attempts.server.ts'
import { type SecretCookie, secretCookie } from '#platform/identity/cookies.ts'

/** Ties sign-ins under way to the browser that began them. */
export function browserCookie(config: Config): SecretCookie {
  return secretCookie('sign-in', config.publicUrl, attemptMinutes * 60)
}
