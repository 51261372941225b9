import { Checkbox, lineLimit, Select, TextArea, TextField, textLimit } from '#app/ui/fields/field.tsx'
import { CHALLENGE_FIELDS, type FormField } from '#domain/challenges/fields.ts'
import { KINDS, kindLabel, TYPES, typeLabel, VOTERS, type Voters } from '#domain/challenges/rules.ts'
import {
  type ChallengeFieldErrors,
  type ChallengeValues,
  type ErrorField,
  TIMELINE,
} from './challenge-values.ts'

export interface ChallengeFormState {
  values: ChallengeValues
  errors: ChallengeFieldErrors
  /** The field that the browser focuses when it loads the page. */
  focused?: ErrorField | undefined
  change: (change: Partial<ChallengeValues>) => void
}

/** What a control needs of the form that it is part of. */
export interface ControlState {
  values: Readonly<Partial<Record<FormField, string | boolean>>>
  errors: Readonly<Partial<Record<string, string>>>
  focused?: string | undefined
  change(change: Partial<Record<FormField, string | boolean>>): void
}

interface Texts {
  label?: string
  hint?: string
  required?: boolean
  options?: readonly { value: string; label: string }[]
}

const VOTER_LABELS: Record<Voters, string> = {
  everyone: 'Everyone who is signed in',
  verified: 'Members with a verified e-mail address',
  members_before: 'Members who joined before voting opened',
}

/** What the form says of each field; what depends on the challenge is said where its control is. */
const TEXTS: Record<FormField, Texts> = {
  title: { required: true },
  description: { required: true },
  requirements: { hint: 'One per line. Members read them as a list beside the form.' },
  kind: {
    hint: 'Audio, video and special challenges ask for a link to the work.',
    options: KINDS.map((value) => ({ value, label: kindLabel(value) })),
  },
  type: { label: 'Duration', options: TYPES.map((value) => ({ value, label: typeLabel(value) })) },
  status: {},
  startDate: { label: 'Start Date', hint: 'For automatic activation only.' },
  deadline: { required: true },
  votingOpensAt: { label: 'Voting Start Date', hint: 'If not set, voting starts at the deadline.' },
  votingClosesAt: { label: 'Voting End Date' },
  showSubmissions: { hint: 'Off: entries of others stay hidden until the deadline.' },
  showVotes: { hint: 'Off = secret ballot: counts stay hidden until the end.' },
  allowVoting: { hint: 'Off: the challenge completes at its deadline, without a winner.' },
  allowComments: { hint: 'Members comment on submissions from voting on.' },
  voters: {
    hint: 'Votes that were cast before a change stay.',
    options: VOTERS.map((value) => ({ value, label: VOTER_LABELS[value] })),
  },
}

interface Props extends Texts {
  name: FormField
  form: ControlState
}

/** The control of a field, by its kind of input. Only those that change others are controlled. */
export function Control({ name, form, ...own }: Props) {
  const field = CHALLENGE_FIELDS[name]
  const { options = [], ...texts } = { label: field.label, ...TEXTS[name], ...own }
  const control = { ...wiringOf(form, name), ...texts }
  const value = form.values[name]
  if (typeof value === 'boolean')
    return (
      <Checkbox
        {...control}
        checked={value}
        onChange={({ target }) => form.change({ [name]: target.checked })}
      />
    )
  const onChange = ({ target }: { target: { value: string } }) => form.change({ [name]: target.value })
  const content = TIMELINE.includes(name) ? { value, onChange } : { defaultValue: value }
  switch (field.input) {
    case 'line':
      return <TextField {...control} {...content} counter={lineLimit(field.maxLength)} />
    case 'text':
      return <TextArea {...control} {...content} counter={textLimit(field.maxLength)} />
    case 'moment':
      return <TextField {...control} {...content} type="datetime-local" />
    default:
      return <Select {...control} {...content} options={options} />
  }
}

/** What connects a control with its error, and with the summary of all errors. */
export function wiringOf<Name extends string>({ errors, focused }: ControlState, name: Name) {
  return { name, id: fieldId(name), error: errors[name], autoFocus: name === focused }
}

export function fieldId(name: string): string {
  return `challenge-${name}`
}
