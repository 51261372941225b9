import { pageParams, pathWith } from '#app/ui/search-params.ts'
import type { PageRequest } from '#platform/paging.ts'

export function resultsPath(challengeId: string, request: PageRequest, hash?: string): string {
  return pathWith(`/challenges/${challengeId}/results`, pageParams(request), hash)
}
