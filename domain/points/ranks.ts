import { RANK_NAMES } from './rules.ts'

export interface Rank {
  name: string
  minimum: number
  colour: string
  summary: string
  /** Percent of all ninjas, for display only. */
  share: number
}

/** All ranks, lowest first (PTS-9). */
export const RANKS: readonly [Rank, ...Rank[]] = [
  { name: RANK_NAMES[0], minimum: 0, colour: '#00BFFF', summary: 'Just starting the path', share: 40 },
  { name: RANK_NAMES[1], minimum: 150, colour: '#4169E1', summary: 'First steps to mastery', share: 25 },
  { name: RANK_NAMES[2], minimum: 500, colour: '#9933FF', summary: 'Growing in skill', share: 15 },
  { name: RANK_NAMES[3], minimum: 1250, colour: '#800080', summary: 'Refined technique', share: 10 },
  { name: RANK_NAMES[4], minimum: 3000, colour: '#00CED1', summary: 'Exceptional ability', share: 5 },
  { name: RANK_NAMES[5], minimum: 7500, colour: '#D4AF37', summary: 'True mastery achieved', share: 3 },
  { name: RANK_NAMES[6], minimum: 15000, colour: '#9400D3', summary: 'Rarified excellence', share: 1.5 },
  { name: RANK_NAMES[7], minimum: 30000, colour: '#FF3333', summary: 'Mythical status', share: 0.5 },
]

/** The win figures that the leaderboard shows by type, beside the +100 that is paid (PTS-7). */
export const DISPLAYED_WIN_BONUS = { daily: 50, weekly: 100, monthly: 200, special: 250 } as const

const pointsPerChallenge = 40

/** The rank for a total of points; totals below 0 count as 0. */
export function rankFor(points: number): Rank {
  return RANKS.findLast((rank) => rank.minimum <= points) ?? RANKS[0]
}

export function rankNamed(name: string): Rank {
  return RANKS.find((rank) => rank.name === name) ?? RANKS[0]
}

export function isHigherRank(name: string, than: string): boolean {
  return RANKS.indexOf(rankNamed(name)) > RANKS.indexOf(rankNamed(than))
}

/** The next rank, or null at the top. */
export function rankAfter(rank: Rank): Rank | null {
  return RANKS[RANKS.indexOf(rank) + 1] ?? null
}

interface RankProgress {
  rank: Rank
  next: Rank | null
  /** Percent of the way to the next rank, 0 to 99; 100 at the top. */
  percent: number
  /** 0 at the top. */
  pointsToNext: number
}

/** Progress to the next rank (PTS-13). Based on the stored rank, so the percent stays within 0 and 99. */
export function rankProgress(points: number, rankName: string): RankProgress {
  const rank = rankNamed(rankName)
  const next = rankAfter(rank)
  if (!next) return { rank, next, percent: 100, pointsToNext: 0 }
  const walked = (points - rank.minimum) / (next.minimum - rank.minimum)
  return {
    rank,
    next,
    percent: Math.min(99, Math.max(0, Math.floor(walked * 100))),
    pointsToNext: Math.max(0, next.minimum - points),
  }
}

/** How many challenges a gap of points equals, rounded up, never negative (PTS-14). */
export function challengesFor(gap: number): number {
  return Math.max(0, Math.ceil(gap / pointsPerChallenge))
}
