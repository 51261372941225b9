import { REWARDS } from '#domain/points/rules.ts'

const REWARD_LABELS = [
  { points: REWARDS.submission, deed: 'for entering a challenge' },
  { points: REWARDS.voteReceived, deed: 'for every vote you receive' },
  { points: REWARDS.voteCast, deed: 'for every vote you cast' },
  { points: REWARDS.win, deed: 'for winning' },
] as const

/** What each deed is worth (PTS-6). */
export function RewardList() {
  return (
    <ul className="rows">
      {REWARD_LABELS.map(({ points, deed }) => (
        <li key={deed} className="flex items-baseline gap-4 py-2.5 first:pt-0 last:pb-0">
          <span className="reward-points figures">+{points}</span>
          <span className="text-calm text-muted">{deed}</span>
        </li>
      ))}
    </ul>
  )
}
