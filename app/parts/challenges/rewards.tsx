import { REWARDS } from '#domain/points/rules.ts'

interface Reward {
  points: number
  action: string
  short: string
}

/** The actions that earn points (PTS-6). */
export const REWARDED_ACTIONS = {
  submission: { points: REWARDS.submission, action: 'for entering a challenge', short: 'to enter' },
  voteReceived: {
    points: REWARDS.voteReceived,
    action: 'for every vote you receive',
    short: 'a vote received',
  },
  voteCast: { points: REWARDS.voteCast, action: 'for every vote you cast', short: 'to vote' },
  win: { points: REWARDS.win, action: 'for winning', short: 'to win' },
} as const satisfies Partial<Record<keyof typeof REWARDS, Reward>>

export const REWARD_TEXTS = {
  submission: `Each entry earns ${REWARDS.submission} points.`,
  vote: `+${REWARDS.voteCast} for you, +${REWARDS.voteReceived} for the author.`,
  winning: `Most votes win +${REWARDS.win}.`,
  ties: 'Most votes win; ties go to the earlier entry.',
  winnerNote: `and +${REWARDS.win} for the winner`,
  winFigures: `Every win adds ${REWARDS.win} points; these figures are not added.`,
} as const

export function RewardList({ voting = true }: { voting?: boolean }) {
  const actions = voting ? Object.values(REWARDED_ACTIONS) : [REWARDED_ACTIONS.submission]
  return (
    <ul className="divide-y divide-line">
      {actions.map(({ points, action }) => (
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
