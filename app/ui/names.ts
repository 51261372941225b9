import { RANKS } from '#domain/points/rules.ts'

/** What a member is called where no name is known (PROF-3). */
export function memberName(displayName: string | null | undefined): string {
  return displayName || 'Anonymous Ninja'
}

/** What a member's rank is where none is known: the first of the ladder (PROF-3). */
export function memberRank(rank: string | null | undefined): string {
  return rank || RANKS[0].name
}
