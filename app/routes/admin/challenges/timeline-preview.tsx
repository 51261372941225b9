import { Icon } from '#app/ui/icons/icon.tsx'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import { Time } from '#app/ui/time/time.tsx'
import { type ChallengeType, votingEnd, votingStart } from '#domain/challenges/rules.ts'
import { FORM, timelineError } from '#domain/challenges/timeline.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { momentOf } from './local-time.ts'

/** The dates that follow from what is in the form right now, or what does not fit. */
export function TimelinePreview({ values }: { values: ChallengeValues }) {
  const alive = useHydrated()
  const read = (text: string) => momentOf(text, values.timeZone)
  const deadline = read(values.deadline)
  if (!deadline) return null
  const timeline = {
    type: values.type as ChallengeType,
    deadline,
    startDate: values.autoActivate ? read(values.startDate) : null,
    votingOpensAt: read(values.votingOpensAt),
    votingClosesAt: read(values.votingClosesAt),
  }
  const problem = timelineError(timeline) ?? (alive ? pastError(values.status, deadline) : null)
  const steps: [string, Date][] = [
    ...(timeline.startDate ? [['Opens', timeline.startDate] as [string, Date]] : []),
    ['Entries close', deadline],
    ...(values.allowVoting ? votingSteps(timeline) : []),
  ]
  return (
    <div role="status" className="rounded-control border border-line bg-ground p-4 text-calm">
      {problem ? (
        <p className="flex gap-2 font-medium text-bad">
          <Icon name="warning" className="mt-0.5 size-4" />
          {problem}
        </p>
      ) : (
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
          {steps.map(([label, moment]) => (
            <div key={label} className="sm:contents">
              <dt className="text-muted">{label}</dt>
              <dd className="figures">
                <Time value={moment} style="weekday" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!values.allowVoting && <p className="mt-2 text-muted">Voting is off: it completes at the deadline.</p>}
    </div>
  )
}

/** An open or upcoming challenge needs a deadline that is still to come. */
function pastError(status: string, deadline: Date): string | null {
  const runs = status === 'active' || status === 'upcoming'
  return runs && deadline.getTime() <= Date.now() ? FORM.deadlinePassed : null
}

function votingSteps(timeline: Parameters<typeof votingStart>[0]): [string, Date][] {
  return [
    ['Voting starts', votingStart(timeline)],
    ['Voting ends', votingEnd(timeline)],
  ]
}
