import { RANK_NAMES } from '#domain/points/rules.ts'

/** With a default for a missing name (PROF-3). */
export function memberName(displayName: string | null | undefined): string {
  return displayName || 'Anonymous Ninja'
}

/** With the first rank as the default (PROF-3). */
export function memberRank(rank: string | null | undefined): string {
  return rank || RANK_NAMES[0]
}
