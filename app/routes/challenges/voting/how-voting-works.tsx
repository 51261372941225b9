import { Section } from '#app/ui/surfaces/section.tsx'
import { REWARDS } from '#domain/points/rules.ts'
import { maxWithdrawals } from '#domain/voting/rules.ts'

const STEPS = [
  {
    title: 'Look at the entries',
    text: 'When the deadline has passed, every entry of the challenge stands in its gallery.',
  },
  {
    title: 'Cast your vote',
    text: `You have one vote in each challenge, and none for your own entry. It brings you +${REWARDS.voteCast}, and the entry's author +${REWARDS.voteReceived}.`,
  },
  {
    title: 'See who wins',
    text: `You may change your mind until voting ends: a vote can be withdrawn up to ${maxWithdrawals} times in each challenge. The entry with the most votes wins +${REWARDS.win}.`,
  },
]

/** The three steps (VOTE-21). */
export function HowVotingWorks() {
  return (
    <Section id="how-voting-works" title="How Voting Works">
      <ol className="grid gap-5 lg:grid-cols-3">
        {STEPS.map(({ title, text }, position) => (
          <li key={title} className="card flex gap-5 p-6">
            <span className="step-number" aria-hidden="true">
              {position + 1}
            </span>
            <div>
              <h3 className="text-card">{title}</h3>
              <p className="mt-2 text-calm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
