import { formatCount, formatNumber } from '#app/ui/number.tsx'
import type { OwnResult } from '#domain/lifecycle/results.server.ts'
import { REWARDS } from '#domain/points/rules.ts'

export function Earned({ own: { submission, won, entered } }: { own: OwnResult }) {
  const votes = submission.votes ?? 0
  const earned = [
    { points: won, text: 'for winning' },
    { points: votes * REWARDS.voteReceived, text: `for ${formatCount(votes, 'vote')}` },
    { points: entered, text: 'for entering' },
  ].filter(({ points }) => points > 0)
  return (
    <ul aria-label="What you earned" className="mt-4 flex flex-wrap justify-center gap-2.5">
      {earned.map(({ points, text }) => (
        <li
          key={text}
          className="rounded-full border border-line bg-panel px-4 py-1.5 text-calm whitespace-nowrap tabular-nums"
        >
          <b className="text-good-text">+{formatNumber(points)}</b> {text}
        </li>
      ))}
    </ul>
  )
}
