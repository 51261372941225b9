import { hashSecret } from '#platform/secret.server.ts'

/** An entry takes about 200 bytes. */
const mostKept = 20_000

/** The sessions that this process has seen last, to tell members from visitors before the database is asked. */
export interface RecentSessions {
  /** Called with a token after it was checked. */
  saw(token: string, memberId: string): void
  /** Called with a token that is none of a session, or no longer. */
  forget(token: string): void
  /** Undefined for a session that is not among the last ones. Says nothing of whether it still is one. */
  memberOf(token: string | undefined): string | undefined
}

export function recentSessions(most = mostKept): RecentSessions {
  /** By the hash of the token, the one seen longest ago first. */
  const members = new Map<string, string>()
  const keyOf = (token: string) => hashSecret(token).toString('base64')
  return {
    saw(token, memberId) {
      const key = keyOf(token)
      members.delete(key)
      members.set(key, memberId)
      const [oldest] = members.keys()
      if (members.size > most && oldest !== undefined) members.delete(oldest)
    },
    forget: (token) => void members.delete(keyOf(token)),
    memberOf: (token) => (token === undefined ? undefined : members.get(keyOf(token))),
  }
}
