import { Checkbox } from '#app/ui/checkbox.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Time } from '#app/ui/time.tsx'
import {
  type ChallengeStatus,
  type ChallengeType,
  isFinished,
  statusLabel,
  TYPES,
  typeLabel,
  votingEnd,
  votingLength,
  votingStart,
} from '#domain/challenges/rules.ts'
import {
  CHALLENGE_FORM_MESSAGES,
  openingError,
  savedStatus,
  savedStatusText,
  timelineError,
} from '#domain/challenges/timeline.ts'
import type { ChallengeValues, Moment } from './challenge-values.ts'
import { momentOf } from './local-time.ts'

interface Props {
  values: ChallengeValues
  statuses: ChallengeStatus[]
  change: (change: Partial<ChallengeValues>) => void
}

export function TimelineFields({ values, statuses, change }: Props) {
  const moment = (name: Moment) => ({
    name,
    type: 'datetime-local',
    value: values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  })
  const saved = useSavedStatus(values)
  const status = values.status as ChallengeStatus
  const length = votingLength(values.type as ChallengeType)
  const days = `${length} ${length === 1 ? 'day' : 'days'}`
  return (
    <>
      <input type="hidden" name="timeZone" value={values.timeZone} />
      <input type="hidden" name="savedAs" value={saved} />
      <input type="hidden" name="presetDeadline" value={values.presetDeadline} />
      <input type="hidden" name="presetType" value={values.presetType} />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Select
          label="Duration"
          name="type"
          value={values.type}
          onChange={(event) => change({ type: event.target.value })}
          options={TYPES.map((value) => ({ value, label: typeLabel(value) }))}
        />
        <Select
          label="Status"
          name="status"
          value={values.status}
          onChange={(event) => change({ status: event.target.value })}
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
          hint={
            saved === status
              ? STATUS_HINTS[status]
              : `${savedStatusText(status, saved)} ${STATUS_HINTS[saved]}`
          }
        />
      </div>
      <Checkbox
        name="autoActivate"
        label="Activate automatically at the start date"
        hint="Until then the challenge is upcoming."
        checked={values.autoActivate}
        onChange={(event) => change({ autoActivate: event.target.checked })}
      />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <TextField
          label="Start Date"
          {...moment('startDate')}
          required={values.autoActivate || status === 'upcoming'}
          hint="For automatic activation only."
        />
        <TextField label="Deadline" {...moment('deadline')} required />
        <TextField
          label="Voting Start Date"
          {...moment('votingOpensAt')}
          hint="If not set, voting starts at the deadline."
        />
        <TextField
          label="Voting End Date"
          {...moment('votingClosesAt')}
          hint={`If not set, voting ends ${days} after the deadline.`}
        />
      </div>
      <TimelinePreview values={values} saved={saved} />
    </>
  )
}

const STATUS_HINTS: Record<ChallengeStatus, string> = {
  draft: 'Not visible to users.',
  upcoming: 'Visible, but not accepting submissions.',
  active: 'Accepting submissions until the deadline.',
  voting: 'The deadline has passed; votes are being cast.',
  completed: 'Ended and archived.',
  canceled: 'Ended without a single submission.',
}

/** The status that saving the form gives now; without scripts, the one that the server has told. */
function useSavedStatus({ status, savedAs, autoActivate, startDate, timeZone }: ChallengeValues) {
  const chosen = status as ChallengeStatus
  const alive = useHydrated()
  if (savedAs || !alive) return (savedAs || chosen) as ChallengeStatus
  return savedStatus({ status: chosen, autoActivate, startDate: momentOf(startDate, timeZone) }, new Date())
}

/** The dates that follow from what is in the form right now, or what does not fit. */
function TimelinePreview({ values, saved }: { values: ChallengeValues; saved: ChallengeStatus }) {
  const alive = useHydrated()
  const read = (text: string) => momentOf(text, values.timeZone)
  const deadline = read(values.deadline)
  if (!deadline) return null
  const timeline = {
    type: values.type as ChallengeType,
    deadline,
    startDate: read(values.startDate),
    votingOpensAt: read(values.votingOpensAt),
    votingClosesAt: read(values.votingClosesAt),
  }
  const opening = { ...timeline, status: values.status as ChallengeStatus, autoActivate: values.autoActivate }
  const problem =
    openingError(opening) ?? timelineError(timeline) ?? (alive ? pastError(saved, deadline) : null)
  if (isFinished(saved) && !problem) return null
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
              <dd className="tabular-nums">
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
  return runs && deadline.getTime() <= Date.now() ? CHALLENGE_FORM_MESSAGES.deadlinePassed : null
}

function votingSteps(timeline: Parameters<typeof votingStart>[0]): [string, Date][] {
  return [
    ['Voting starts', votingStart(timeline)],
    ['Voting ends', votingEnd(timeline)],
  ]
}
