import { type ChallengeSummary, challengesInVoting } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { votedForIn } from '#domain/voting/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

const maxChallenges = 30

interface VotingChallenge {
  challenge: ChallengeSummary
  votedForId: string | null
}

/** The challenges in voting, each with the id of the submission the viewer voted for (VOTE-16). */
export async function loadVotingChallenges(db: Db, scope: Scope): Promise<VotingChallenge[]> {
  const challenges = await challengesInVoting(db, scope, maxChallenges)
  const votedFor = await votedForIn(
    db,
    scope,
    challenges.map(({ id }) => id),
  )
  return challenges.map((challenge) => ({ challenge, votedForId: votedFor.get(challenge.id) ?? null }))
}
