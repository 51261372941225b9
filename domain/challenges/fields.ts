import { KINDS, STATUSES, TYPES, VOTERS } from './rules.ts'
import { CHALLENGE_FORM_MESSAGES } from './timeline.ts'

interface Shared {
  column: string
  /** In the audit log and in messages. */
  label: string
  /** The column's heading in the export of challenges; null where it is left out. */
  exported: string | null
}

type Field = Shared &
  (
    | { input: 'line' | 'text'; initial: string; maxLength: number }
    | { input: 'choice'; initial: string; choices: readonly string[]; invalid: string }
    | { input: 'moment' }
    | { input: 'checkbox'; initial: boolean }
    | { input: 'image' }
  )

/**
 * Every field that an organiser sets, in the order of the audit log and of the export, where texts come last. The
 * statements, the parser, the form's values and the types below derive from this list.
 */
export const CHALLENGE_FIELDS = {
  title: {
    column: 'title',
    label: 'Title',
    exported: 'Challenge',
    input: 'line',
    initial: '',
    maxLength: 120,
  },
  description: {
    column: 'description',
    label: 'Description',
    exported: 'Description',
    input: 'text',
    initial: '',
    maxLength: 5000,
  },
  requirements: {
    column: 'requirements',
    label: 'Requirements',
    exported: 'Requirements',
    input: 'text',
    initial: '',
    maxLength: 5000,
  },
  imageId: { column: 'image_id', label: 'Picture', exported: null, input: 'image' },
  status: {
    column: 'status',
    label: 'Status',
    exported: 'Status',
    input: 'choice',
    initial: 'draft',
    choices: STATUSES,
    invalid: CHALLENGE_FORM_MESSAGES.status,
  },
  type: {
    column: 'type',
    label: 'Type',
    exported: 'Type',
    input: 'choice',
    initial: 'weekly',
    choices: TYPES,
    invalid: CHALLENGE_FORM_MESSAGES.type,
  },
  kind: {
    column: 'kind',
    label: 'Kind',
    exported: 'Kind',
    input: 'choice',
    initial: 'image',
    choices: KINDS,
    invalid: CHALLENGE_FORM_MESSAGES.kind,
  },
  startDate: { column: 'start_date', label: 'Start date', exported: 'Starts (UTC)', input: 'moment' },
  deadline: { column: 'deadline', label: 'Deadline', exported: 'Deadline (UTC)', input: 'moment' },
  votingOpensAt: { column: 'voting_opens_at', label: 'Voting opens', exported: null, input: 'moment' },
  votingClosesAt: { column: 'voting_closes_at', label: 'Voting closes', exported: null, input: 'moment' },
  showSubmissions: {
    column: 'show_submissions',
    label: 'Show submissions',
    exported: null,
    input: 'checkbox',
    initial: true,
  },
  showVotes: {
    column: 'show_votes',
    label: 'Show votes',
    exported: null,
    input: 'checkbox',
    initial: true,
  },
  allowVoting: {
    column: 'allow_voting',
    label: 'Allow voting',
    exported: null,
    input: 'checkbox',
    initial: true,
  },
  voters: {
    column: 'voters',
    label: 'Who may vote',
    exported: null,
    input: 'choice',
    initial: 'everyone',
    choices: VOTERS,
    invalid: CHALLENGE_FORM_MESSAGES.voters,
  },
  allowComments: {
    column: 'allow_comments',
    label: 'Allow comments',
    exported: null,
    input: 'checkbox',
    initial: true,
  },
} as const satisfies Record<string, Field>

type Fields = typeof CHALLENGE_FIELDS
export type FieldName = keyof Fields
type Input = Fields[FieldName]['input']

export type FieldsWith<I extends Input> = {
  [K in FieldName]: Fields[K]['input'] extends I ? K : never
}[FieldName]

/** The image is uploaded, so it is no part of what the form's parser reads. */
export type FormField = Exclude<FieldName, 'imageId'>

type Value<F> = F extends { choices: readonly (infer Choice)[] }
  ? Choice
  : F extends { input: 'checkbox' }
    ? boolean
    : F extends { input: 'moment' }
      ? Date | null
      : F extends { input: 'image' }
        ? string | null
        : string

export type ChallengeFields = { [K in FieldName]: Value<Fields[K]> }

export const FIELD_NAMES = Object.keys(CHALLENGE_FIELDS) as FieldName[]
export const FORM_FIELDS = FIELD_NAMES.filter((name) => name !== 'imageId')

export const INITIAL_FIELDS = Object.fromEntries(
  FIELD_NAMES.map((name) => {
    const field = CHALLENGE_FIELDS[name]
    return [name, 'initial' in field ? field.initial : null]
  }),
) as ChallengeFields

export function fieldsWith<const I extends Input>(...inputs: I[]): FieldsWith<I>[] {
  const included: readonly string[] = inputs
  return FIELD_NAMES.filter((name): name is FieldsWith<I> => included.includes(CHALLENGE_FIELDS[name].input))
}

/** What the challenges of a series share: all but the prompt, the status and the dates. */
export type SharedField = Exclude<FormField, 'title' | 'description' | 'status' | FieldsWith<'moment'>>
export type SharedFields = Pick<ChallengeFields, SharedField>

const OF_ONE: readonly FieldName[] = ['title', 'description', 'status', ...fieldsWith('moment')]

export const SHARED_FIELDS = FORM_FIELDS.filter((name): name is SharedField => !OF_ONE.includes(name))
