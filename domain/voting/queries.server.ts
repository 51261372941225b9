import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The entry of a challenge that the viewer voted for, or null. */
export async function votedFor(db: Db, scope: Scope, challengeId: string): Promise<string | null> {
  return (await votedForIn(db, scope, [challengeId])).get(challengeId) ?? null
}

/** By challenge: the entry that the viewer voted for. Challenges without a vote are absent. */
export async function votedForIn(db: Db, scope: Scope, challengeIds: string[]): Promise<Map<string, string>> {
  if (!scope.viewer || challengeIds.length === 0) return new Map()
  const rows = await db.rows<{ challengeId: string; submissionId: string }>(sql`
    select challenge_id as "challengeId", submission_id as "submissionId" from votes
    where user_id = ${scope.viewer.id} and challenge_id = any(${challengeIds}::uuid[])`)
  return new Map(rows.map((row) => [row.challengeId, row.submissionId]))
}
