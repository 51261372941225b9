import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import {
  type ChallengeStatus,
  type ChallengeType,
  statusLabel,
  TYPES,
  typeLabel,
  votingLength,
} from '#domain/challenges/rules.ts'
import type { ChallengeValues, Moment } from './challenge-values.ts'
import { TimelinePreview } from './timeline-preview.tsx'

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
  const length = votingLength(values.type as ChallengeType)
  const days = `${length} ${length === 1 ? 'day' : 'days'}`
  return (
    <>
      <input type="hidden" name="timeZone" value={values.timeZone} />
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
          hint={STATUS_HINTS[values.status as ChallengeStatus]}
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
          required={values.autoActivate}
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
      <TimelinePreview values={values} />
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
