import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'

/** Makes challenges with a submission to vote for, and reads the points of a vote. */
export function votingWorld(db: Database) {
  return { seedVoting, points, ledgerRows }

  async function seedVoting(showVotes = true) {
    const [author, voter] = [await makeMember(db), await makeMember(db)]
    const challenge = await makeChallenge(db, { showVotes })
    const submission = await makeSubmission(db, author, challenge)
    await openVoting(db, challenge)
    return { author, voter, challenge, submission }
  }

  function points(userId: string) {
    return db
      .row<{ points: number }>(sql`select points from users where id = ${userId}`)
      .then((row) => row?.points)
  }

  async function ledgerRows(...userIds: string[]): Promise<number | undefined> {
    const counted = await db.row<{ rows: number }>(sql`
      select count(*)::int as rows from points_log where user_id = any(${userIds}::uuid[])`)
    return counted?.rows
  }
}
