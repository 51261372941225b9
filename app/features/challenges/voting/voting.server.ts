import { type ChallengeSummary, challengesInVoting } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { votedForIn } from '#domain/voting/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

interface VotingPage {
  cards: { challenge: ChallengeSummary; votedForId: string | null }[]
  total: number
}

/** A page of the challenges in voting, each with the id of the submission the viewer voted for (VOTE-16). */
export async function loadVotingChallenges(db: Db, scope: Scope, page: number): Promise<VotingPage> {
  const { cards, total } = await challengesInVoting(db, scope, page)
  const votedFor = await votedForIn(
    db,
    scope,
    cards.map(({ id }) => id),
  )
  return {
    cards: cards.map((challenge) => ({ challenge, votedForId: votedFor.get(challenge.id) ?? null })),
    total,
  }
}
