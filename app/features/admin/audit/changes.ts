import type { AuditEntry } from '#domain/audit/queries.server.ts'
import { type AuditState, type AuditValue, changesBetween } from '#domain/audit/rules.ts'
import { CHALLENGE_FIELDS } from '#domain/challenges/fields.ts'

export interface FieldChange {
  field: string
  label: string
  /** Absent where the field has no earlier or no later state. */
  before?: AuditValue
  after?: AuditValue
}

/** What was changed, field by field; of what came or went, all that it had. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const changed =
    before && after ? changesBetween(before, after) : { before: before ?? {}, after: after ?? {} }
  return Object.keys({ ...changed.before, ...changed.after })
    .filter((field) => !context.includes(field) && tells(field, changed))
    .sort((one, other) => place(one) - place(other))
    .map((field) => {
      const { was, is } = inWords(field, changed.before[field], changed.after[field])
      const label = labelOf(field)
      return {
        field,
        label,
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      }
    })
}

/** What the entry is about besides its name: whose it is and where. They are the same before and after. */
const context = ['author', 'challenge']

const LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.values(CHALLENGE_FIELDS).map(({ column, label }) => [column, label])),
  won: 'Winning entry',
  votes: 'Votes',
  winner_name: 'Winner',
  winner_votes: "Winner's votes",
  points: 'Points',
  rank: 'Rank',
  suspended: 'Suspended',
  votes_withdrawn: 'Votes withdrawn',
  submissions: 'Submissions',
  reason: 'Reason',
}
const known = Object.keys(LABELS)

/** 'Show votes' for show_votes, unless there are better words. */
function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return LABELS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function place(field: string): number {
  const found = known.indexOf(field)
  return found < 0 ? known.length : found
}

/** A field that never held anything says nothing, nor does a no that is not asked any more. */
function tells(field: string, { before, after }: { before: AuditState; after: AuditState }): boolean {
  const values = [before[field] ?? null, after[field] ?? null]
  return values.some((value) => value !== null && (value !== false || field in before === field in after))
}

/** A picture's id means nothing to anybody; that there is one, or another, does. */
function inWords(field: string, was?: AuditValue, is?: AuditValue): { was?: AuditValue; is?: AuditValue } {
  if (field !== 'image_id') return { was, is }
  const picture = (value: AuditValue | undefined, words: string) => (value ? words : value)
  return { was: picture(was, 'A picture'), is: picture(is, was ? 'Another picture' : 'A picture') }
}
