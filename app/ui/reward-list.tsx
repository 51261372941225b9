import { REWARDS } from '#domain/points/rules.ts'

const REWARD_LABELS = [
  { points: REWARDS.submission, action: 'for entering a challenge' },
  { points: REWARDS.voteReceived, action: 'for every vote you receive' },
  { points: REWARDS.voteCast, action: 'for every vote you cast' },
  { points: REWARDS.win, action: 'for winning' },
] as const

/** The points of each action (PTS-6). */
export function RewardList() {
  return (
    <ul className="rows">
      {REWARD_LABELS.map(({ points, action }) => (
        <li key={action} className="flex items-baseline gap-4 py-2.5 first:pt-0 last:pb-0">
          <span className="reward-points figures">+{points}</span>
          <span className="text-calm text-muted">{action}</span>
        </li>
      ))}
    </ul>
  )
}
