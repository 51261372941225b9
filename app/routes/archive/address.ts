import { choiceIn, pageIn, pathWith } from '#app/search-params.ts'
import { type ChallengeType, KINDS, type Kind, TYPES } from '#domain/challenges/rules.ts'

export interface ArchiveAddress {
  type: ChallengeType | null
  kind: Kind | null
  page: number
}

/** ?type=daily&kind=audio&page=2; what names no choice counts as absent. */
export function readArchiveAddress(params: URLSearchParams): ArchiveAddress {
  return {
    type: choiceIn(params, 'type', TYPES),
    kind: choiceIn(params, 'kind', KINDS),
    page: pageIn(params),
  }
}

export function archivePath({ type, kind, page }: ArchiveAddress, hash?: string): string {
  return pathWith('/challenges/archive', { type, kind, page: page > 1 ? page : null }, hash)
}
