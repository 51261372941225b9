import { Countdown } from '#app/parts/countdown.tsx'
import { Deadline } from '#app/parts/deadline.tsx'
import { RewardList } from '#app/parts/rewards.tsx'
import { TimeLeft } from '#app/parts/time-left.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { type RequirementField, requirementsOf } from '#domain/challenges/guidance.ts'
import { DAY } from '#domain/challenges/rules.ts'
import type { FormChallenge } from './submit.server.ts'

interface GuidelinesProps {
  challenge: FormChallenge
  filled: readonly RequirementField[]
  onDeadline?: () => void
}

/** Description, requirements and rewards beside the form (SUB-14). */
export function Guidelines({ challenge, filled, onDeadline }: GuidelinesProps) {
  return (
    <Card
      as="aside"
      aria-labelledby="guidelines"
      className="wrap-anywhere max-lg:order-first lg:sticky lg:top-20"
    >
      {challenge.deadline && (
        <div className="mb-6">
          <Countdown
            until={challenge.deadline}
            now={challenge.now}
            label="Time left to enter"
            onEnd={onDeadline}
          />
        </div>
      )}
      <h2 id="guidelines" className="text-card">
        Submission Guidelines
      </h2>
      <Paragraphs text={challenge.description} className="mt-3 text-calm text-muted" />
      <h3 className="mt-6 eyebrow font-sans">Requirements</h3>
      <ul className="mt-3 grid gap-2">
        {requirementsOf(challenge).map(({ text, field }) => (
          <li key={text} className="flex gap-2.5 text-calm">
            <RequirementMark isMet={field !== null && filled.includes(field)} />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 mb-3 eyebrow font-sans">Rewards</h3>
      <RewardList voting={challenge.allowVoting} />
    </Card>
  )
}

function RequirementMark({ isMet }: { isMet: boolean }) {
  if (!isMet)
    return (
      <span aria-hidden className="mt-1 grid size-4 flex-none place-items-center">
        <span className="size-1.5 rounded-full bg-muted" />
      </span>
    )
  return (
    <>
      <Icon name="check" className="mt-1 size-4 text-good-text" />
      <span className="sr-only">Filled in: </span>
    </>
  )
}

/** Days remaining and the deadline, below the title (SUB-13). */
export function ChallengeDates({ challenge }: { challenge: Pick<FormChallenge, 'deadline' | 'now'> }) {
  const { deadline, now } = challenge
  if (!deadline) return null
  const left = new Date(deadline).getTime() - new Date(now).getTime()
  // On the last day the time left names the hour, and a countdown follows.
  if (left > 0 && left < DAY) {
    return (
      <>
        Deadline: <TimeLeft until={deadline} now={now} className="font-semibold text-ink" />
      </>
    )
  }
  return (
    <>
      <TimeLeft until={deadline} now={now} className="font-semibold text-ink" />
      {' · '}Deadline: <Deadline value={deadline} />
    </>
  )
}
