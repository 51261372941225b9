import type { Scope } from '#domain/challenges/scope.server.ts'
import { mySubmission } from '#domain/submissions/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { OWN_CONTEST } from './own-contest.ts'

/** What a confirmation adds if the viewer has a submission in the challenge. */
export async function ownContest(db: Db, scope: Scope, challengeId: string | null): Promise<string[]> {
  return challengeId && (await mySubmission(db, scope, challengeId)) ? [OWN_CONTEST] : []
}
