import { memberName } from '#app/parts/members/names.ts'
import { pageParams, pathWith } from '#app/ui/lists/search-params.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import type { Result } from '#domain/lifecycle/results.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'

interface Contest {
  winner: { name: string; votes: number } | null
}

export function winnerText(
  { winner }: Contest,
  { votes, counted, tied, conditions }: Pick<Result, 'votes' | 'counted' | 'tied' | 'conditions'>,
): string {
  if (!conditions.allowVoting) return 'Voting was off in this challenge, so there is no winner.'
  if (!winner && votes > counted)
    return 'All votes were for entries that had not been approved, so there is no winner.'
  if (!winner) return 'No votes were cast, so there is no winner.'
  const name = isolated(memberName(winner.name))
  const count = `${formatNumber(winner.votes)} of ${formatCount(counted, 'vote')}`
  if (tied <= 1) return `${name} won with ${count}.`
  return `${name} won with ${count}. ${tied === 2 ? 'Two' : tied} entries had as many votes. The winning one was final earlier than the others: with equal votes, the entry whose content was changed last at the earlier time wins.`
}

export function resultsPath(challengeId: string, request: PageRequest, hash?: string): string {
  return pathWith(`/challenges/${challengeId}/results`, pageParams(request), hash)
}
