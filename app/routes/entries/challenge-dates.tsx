import { Time } from '#app/ui/time/time.tsx'
import type { ChallengeHead } from './submit-page.server.ts'

/** Days remaining and the deadline, under a form's title (SUB-13). */
export function ChallengeDates({ challenge }: { challenge: Pick<ChallengeHead, 'deadline' | 'daysLeft'> }) {
  const { deadline, daysLeft } = challenge
  return (
    <>
      <strong className="font-semibold text-ink">
        {daysLeft} {daysLeft === 1 ? 'day' : 'days'} remaining
      </strong>
      {deadline && (
        <>
          {' · '}Deadline: <Time value={deadline} style="datetime" />
        </>
      )}
    </>
  )
}
