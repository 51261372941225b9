import { type ChallengeSummary, challengesInVoting } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { votedForIn } from '#domain/voting/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

const most = 30

export interface Ballot {
  challenge: ChallengeSummary
  votedForId: string | null
}

/** The challenges in voting, each with the entry that has the viewer's vote (VOTE-16). */
export async function loadBallots(db: Db, scope: Scope): Promise<Ballot[]> {
  const challenges = await challengesInVoting(db, scope, most)
  const votedFor = await votedForIn(
    db,
    scope,
    challenges.map(({ id }) => id),
  )
  return challenges.map((challenge) => ({ challenge, votedForId: votedFor.get(challenge.id) ?? null }))
}
