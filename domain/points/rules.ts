/** Points by reason (PTS-6). */
export const REWARDS = {
  submission: 25,
  voteReceived: 5,
  voteCast: 1,
  win: 100,
  participation: 25,
} as const

export type PointsReason =
  | 'challenge_submission'
  | 'submission_removed'
  | 'vote_cast'
  | 'vote_received'
  | 'vote_removed'
  | 'vote_hidden'
  | 'challenge_win'
  | 'challenge_win_revoked'
  | 'challenge_participation'
  | 'admin_adjustment'

/** The periods of the leaderboard besides all time: a month, and a season, which is a quarter of the year. In UTC. */
export const PERIODS = ['month', 'season'] as const
export type Period = (typeof PERIODS)[number]

/** All ranks, lowest first (PTS-9). Every page needs these only; `RANKS` has the rest. */
export const RANK_NAMES = [
  'Novice Ninja',
  'Emerging Ninja',
  'Adept Ninja',
  'Skilled Ninja',
  'Expert Ninja',
  'Master Ninja',
  'Elite Ninja',
  'Legendary Ninja',
] as const
