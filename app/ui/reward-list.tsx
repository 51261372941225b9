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
    <ul className="divide-y divide-line">
      {REWARD_LABELS.map(({ points, action }) => (
        <li key={action} className="flex items-baseline gap-4 py-2.5 first:pt-0 last:pb-0">
          <span className="w-14 flex-none font-display text-[1.25rem] leading-[1.2] font-bold tabular-nums">
            +{points}
          </span>
          <span className="text-calm text-muted">{action}</span>
        </li>
      ))}
    </ul>
  )
}
