import { RANKS, rankNamed } from '#domain/points/rules.ts'

/** The class that carries a rank's colour: rank-1 (Novice) to rank-8 (Legendary). */
export function rankClass(rank: string): string {
  return `rank-${RANKS.indexOf(rankNamed(rank)) + 1}`
}
