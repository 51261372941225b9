import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import type { SignInSecrets } from '#platform/identity/claims.server.ts'
import { hashSecret } from '#platform/secret.server.ts'

export const attemptMinutes = 10

export interface SignInAttempt extends SignInSecrets {
  returnTo: string
  /** The session that the sign-in confirms; null starts a session. */
  confirmsSession: string | null
}

/**
 * Stores a sign-in attempt for ten minutes, bound to the browser that has `browser` in a cookie. Returns false if the
 * session that it confirms has ended.
 */
export async function storeAttempt(db: Db, attempt: SignInAttempt, browser: string): Promise<boolean> {
  const stored = await db.row(sql`
    with confirmed as (select id from sessions where id = ${attempt.confirmsSession}::uuid for key share)
    insert into sign_in_attempts (state_hash, browser_hash, nonce, code_verifier, return_to, confirms_session, expires_at)
    select ${hashSecret(attempt.state)}, ${hashSecret(browser)}, ${attempt.nonce}, ${attempt.codeVerifier},
      ${attempt.returnTo}, (select id from confirmed), app_now() + make_interval(mins => ${attemptMinutes}::integer)
    where ${attempt.confirmsSession}::uuid is null or exists (select from confirmed)
    returning 1 as found`)
  return stored !== undefined
}

/** The unexpired attempt with this state and browser. It can be taken once. */
export async function takeAttempt(
  db: Db,
  state: string,
  browser: string,
): Promise<SignInAttempt | undefined> {
  const attempt = await db.row<Omit<SignInAttempt, 'state'>>(sql`
    delete from sign_in_attempts
    where state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)} and expires_at > app_now()
    returning nonce, code_verifier as "codeVerifier", return_to as "returnTo",
      confirms_session as "confirmsSession"`)
  return attempt && { ...attempt, state }
}

export function sweepAttempts(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
      delete from sign_in_attempts where state_hash in (
        select state_hash from sign_in_attempts where expires_at <= app_now()
        order by expires_at limit ${limit} for update skip locked)
      returning 1`)
      return swept.length
    },
    { signal },
  )
}
