import sql from 'sql-template-tag'
import { type ChallengeStatus, isFinished } from '#domain/challenges/rules.ts'

import { challengeVisible, type Scope } from '#domain/challenges/scope.server.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'

/** Unfinished challenges that one member can follow. */
export const mostFollowed = 200

// Not in rules.ts, so that pages do not load them.
export const FOLLOW_MESSAGES = {
  followed: 'You will be reminded of this challenge.',
  unfollowed: 'You will not be reminded of this challenge.',
  signIn: 'Sign in to be reminded of challenges',
  finished: 'This challenge is over',
  tooMany: `You follow ${mostFollowed} challenges that are not over. Stop following one first.`,
} as const

/**
 * The viewer asks to be reminded of a challenge (NOTE-6). Changes nothing if they did before. Refused when signed out,
 * for a finished challenge, and beyond `mostFollowed` unfinished ones.
 */
export function followChallenge(db: Db, scope: Scope, challengeId: string): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer) return Promise.resolve(refused('signed-out', FOLLOW_MESSAGES.signIn))
  return db.transaction(async (tx) => {
    // One at a time for each member, so that the limit holds.
    const member = await tx.row(sql`
      select from users u where u.id = ${viewer.id} and ${memberActive()} for no key update`)
    if (!member) return refused('signed-out', FOLLOW_MESSAGES.signIn)
    const challenge = await tx.row<{ status: ChallengeStatus; followed: number }>(sql`
      select c.status, (select count(*)::int from challenge_follows f join challenges other on other.id = f.challenge_id
        where f.user_id = ${viewer.id} and other.status not in ('completed', 'canceled')) as followed
      from challenges c where c.id = ${challengeId} and ${challengeVisible(scope)} and c.status <> 'draft'`)
    if (!challenge) return refused('not-found', 'Challenge Not Found')
    if (isFinished(challenge.status)) return refused('closed', FOLLOW_MESSAGES.finished)
    if (challenge.followed >= mostFollowed) return refused('conflict', FOLLOW_MESSAGES.tooMany)
    await tx.rows(sql`
      insert into challenge_follows (user_id, challenge_id) values (${viewer.id}, ${challengeId}) on conflict do nothing`)
    return done(null)
  })
}

/** Ends the viewer's reminders of a challenge, also of a finished one. Changes nothing if there are none. */
export async function unfollowChallenge(db: Db, scope: Scope, challengeId: string): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer || !(await isActiveMember(db, viewer.id))) return refused('signed-out', FOLLOW_MESSAGES.signIn)
  await db.rows(
    sql`delete from challenge_follows where user_id = ${viewer.id} and challenge_id = ${challengeId}`,
  )
  return done(null)
}
