import { Checkbox, Select, TextField } from '#app/ui/fields/field.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Time } from '#app/ui/time.tsx'
import type { OpeningChoice } from '#domain/challenges/opening.ts'
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
  isDeadlinePassed,
  openingErrors,
  savedStatus,
  savedStatusText,
  timelineErrors,
} from '#domain/challenges/timeline.ts'
import { type ChallengeValues, MOMENTS, type Moment } from './challenge-values.ts'
import type { FieldProps } from './field-props.ts'
import { momentOf } from './local-time.ts'
import { OpeningField } from './opening-field.tsx'
import type { LinkedChange } from './timeline-changes.ts'

interface Props {
  values: ChallengeValues
  statuses: ChallengeStatus[]
  field: FieldProps
  linked: LinkedChange | null
  change: (change: Partial<ChallengeValues>) => void
  choose: (choice: OpeningChoice) => void
}

export function TimelineFields({ values, statuses, field, linked, change, choose }: Props) {
  const moment = (name: Moment) => ({
    ...field(name),
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
      <OpeningField values={values} onChoose={choose} />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Select
          label="Duration"
          {...field('type')}
          value={values.type}
          onChange={(event) => change({ type: event.target.value })}
          options={TYPES.map((value) => ({ value, label: typeLabel(value) }))}
        />
        <div>
          <Select
            label="Status"
            {...field('status')}
            value={values.status}
            onChange={(event) => change({ status: event.target.value })}
            options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
            hint={
              saved === status
                ? STATUS_HINTS[status]
                : `${savedStatusText(status, saved)} ${STATUS_HINTS[saved]}`
            }
          />
          <LinkedNote of="status" linked={linked} />
        </div>
      </div>
      <div>
        <Checkbox
          name="autoActivate"
          label="Activate automatically at the start date"
          hint="Until then the challenge is upcoming."
          checked={values.autoActivate}
          onChange={(event) => change({ autoActivate: event.target.checked })}
        />
        <LinkedNote of="autoActivate" linked={linked} />
      </div>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <div>
          <TextField
            label="Start Date"
            {...moment('startDate')}
            required={values.autoActivate}
            hint="For automatic activation only."
          />
          <LinkedNote of="startDate" linked={linked} />
        </div>
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
      <TimelinePreview
        values={values}
        saved={saved}
        isRefused={MOMENTS.some((name) => field(name).error !== undefined)}
      />
    </>
  )
}

interface LinkedNoteProps {
  of: LinkedChange['cause']
  linked: LinkedChange | null
}

function LinkedNote({ of, linked }: LinkedNoteProps) {
  return (
    <p role="status" className="mt-1.5 text-small font-medium text-gold-text empty:hidden">
      {linked?.cause === of && linked.note}
    </p>
  )
}

const STATUS_HINTS: Record<ChallengeStatus, string> = {
  draft: 'Not visible to users.',
  upcoming: 'Visible, but not accepting submissions.',
  active: 'Accepting submissions until the deadline.',
  voting: 'The deadline has passed; votes are being cast.',
  completed: 'Ended and archived.',
  canceled: 'Ended without a result.',
}

/** The status that saving the form gives now; without scripts, the one that the server has told. */
function useSavedStatus({ status, savedAs, autoActivate, startDate, timeZone }: ChallengeValues) {
  const chosen = status as ChallengeStatus
  const alive = useHydrated()
  if (savedAs || !alive) return (savedAs || chosen) as ChallengeStatus
  return savedStatus({ status: chosen, autoActivate, startDate: momentOf(startDate, timeZone) }, new Date())
}

interface PreviewProps {
  values: ChallengeValues
  saved: ChallengeStatus
  /** The fields have errors, which say what does not fit. */
  isRefused: boolean
}

/** The dates that follow from what is in the form right now, or what does not fit. */
function TimelinePreview({ values, saved, isRefused }: PreviewProps) {
  const alive = useHydrated()
  const read = (text: string) => momentOf(text, values.timeZone)
  const deadline = read(values.deadline)
  const type = TYPES.find((known) => known === values.type)
  if (!deadline || !type || isRefused) return null
  const timeline = {
    type,
    deadline,
    startDate: read(values.startDate),
    votingOpensAt: read(values.votingOpensAt),
    votingClosesAt: read(values.votingClosesAt),
  }
  const opening = { ...timeline, status: values.status as ChallengeStatus, autoActivate: values.autoActivate }
  const past = alive && isDeadlinePassed({ status: saved, deadline }, new Date())
  const [problem] = [
    ...Object.values({ ...timelineErrors(timeline), ...openingErrors(opening) }),
    ...(past ? [CHALLENGE_FORM_MESSAGES.deadlinePassed] : []),
  ]
  const isNew = values.version === ''
  if (isFinished(saved) && !problem && !isNew) return null
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
      ) : isFinished(saved) ? (
        <p>It will be saved as ended: it takes no entries and no votes, and it has no winner.</p>
      ) : (
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
          {steps.map(([label, moment]) => (
            <div key={label} className="sm:contents">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular-nums">
                <Time value={moment} format="weekday" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!values.allowVoting && !isFinished(saved) && (
        <p className="mt-2 text-muted">Voting is off: it completes at the deadline.</p>
      )}
    </div>
  )
}

function votingSteps(timeline: Parameters<typeof votingStart>[0]): [string, Date][] {
  return [
    ['Voting starts', votingStart(timeline)],
    ['Voting ends', votingEnd(timeline)],
  ]
}
