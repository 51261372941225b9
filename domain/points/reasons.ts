import type { PointsReason } from './rules.ts'

/** As members see them: the end of their own vote differs from that of a vote for them. */
export type LedgerReason = PointsReason | 'own_vote_removed'

export const REASON_LABELS: Record<LedgerReason, string> = {
  challenge_submission: 'You entered a challenge',
  submission_removed: 'Entry withdrawn, rejected or removed',
  vote_cast: 'You voted',
  vote_received: 'Someone voted for your entry',
  vote_removed: 'A vote for your entry was removed',
  own_vote_removed: 'Your vote was withdrawn or removed',
  vote_hidden: 'Votes are secret again, and counted when voting ends',
  challenge_win: 'You won a challenge',
  challenge_win_revoked: 'Your win was taken back',
  challenge_participation: 'You took part in a completed challenge',
  admin_adjustment: 'Adjusted by an administrator',
}
