import type { AuditEntry } from '#domain/audit/queries.server.ts'
import { type AuditState, type AuditValue, changesBetween } from '#domain/audit/rules.ts'
import { CHALLENGE_FIELDS } from '#domain/challenges/fields.ts'
import { SITE_SETTINGS } from '#domain/settings/rules.ts'

export interface FieldChange {
  field: string
  label: string
  /** Absent if the field has no earlier or later value. */
  before?: AuditValue
  after?: AuditValue
}

/** The changed fields; for a created or deleted subject, all its fields. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const changed =
    before && after ? changesBetween(before, after) : { before: before ?? {}, after: after ?? {} }
  return Object.keys({ ...changed.before, ...changed.after })
    .filter((field) => !context.includes(field) && isShown(field, changed))
    .sort((one, other) => sortIndex(one) - sortIndex(other))
    .map((field) => {
      const { was, is } = describeImageChange(field, changed.before[field], changed.after[field])
      const label = labelOf(field)
      return {
        field,
        label,
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      }
    })
}

/** Not shown as changes: what the subject is about, which stays. */
const context = ['author', 'challenge', 'comment_id', 'comment_by']

const LABELS: Record<string, string> = {
  ...Object.fromEntries(Object.values(CHALLENGE_FIELDS).map(({ column, label }) => [column, label])),
  ...Object.fromEntries(Object.entries(SITE_SETTINGS).map(([name, { label }]) => [name, label])),
  won: 'Winning submission',
  votes: 'Votes',
  winner_name: 'Winner',
  winner_votes: "Winner's votes",
  points: 'Points',
  rank: 'Rank',
  role: 'Role',
  suspended: 'Suspended',
  votes_withdrawn: 'Votes withdrawn',
  votes_voided: 'Votes voided',
  votes_restored: 'Votes restored',
  held: 'Result held',
  hidden: 'Comment hidden',
  reports: 'Open reports',
  upheld: 'Report upheld',
  note: 'Note',
  submissions: 'Submissions',
  reason: 'Reason',
  address_changed: 'Another address',
}
const knownFields = Object.keys(LABELS)

/** 'Show votes' for show_votes, unless LABELS has a label. */
function labelOf(field: string): string {
  const label = field.replaceAll('_', ' ')
  return LABELS[field] ?? label.charAt(0).toUpperCase() + label.slice(1)
}

function sortIndex(field: string): number {
  const found = knownFields.indexOf(field)
  return found < 0 ? knownFields.length : found
}

/** Skips empty fields, and false in a field that only one of the states has. */
function isShown(field: string, { before, after }: { before: AuditState; after: AuditState }): boolean {
  const values = [before[field] ?? null, after[field] ?? null]
  return values.some((value) => value !== null && (value !== false || field in before === field in after))
}

/** Shows that an image was set or replaced, without its id. */
function describeImageChange(
  field: string,
  was?: AuditValue,
  is?: AuditValue,
): { was?: AuditValue; is?: AuditValue } {
  if (field !== 'image_id' && field !== 'logo') return { was, is }
  const text = (value: AuditValue | undefined, label: string) => (value ? label : value)
  return { was: text(was, 'An image'), is: text(is, was ? 'Another image' : 'An image') }
}
