import sql, { join, raw, type Sql } from 'sql-template-tag'
import { CHALLENGE_FIELDS, FIELD_NAMES, type FieldName, FORM_FIELDS } from './fields.ts'
import type { ChallengeForm } from './form.server.ts'

/** The fields as columns of a select list, under their names. `c` is the challenge. */
export function selectFields(names: readonly FieldName[]): Sql {
  return raw(names.map((name) => `c.${columnOf(name)} as "${name}"`).join(', '))
}

/** The fields as arguments of jsonb_build_object, under their columns. `c` is the challenge. */
export const fieldPairs = raw(
  FIELD_NAMES.map(columnOf)
    .map((column) => `'${column}', c.${column}`)
    .join(', '),
)

export const formColumns = raw(FORM_FIELDS.map(columnOf).join(', '))

export function formValues(form: ChallengeForm): Sql {
  return join(FORM_FIELDS.map((name) => form[name]))
}

/** The form's values as assignments of an update. */
export function formAssignments(form: ChallengeForm): Sql {
  return join(FORM_FIELDS.map((name) => sql`${raw(columnOf(name))} = ${form[name]}`))
}

function columnOf(name: FieldName): string {
  return CHALLENGE_FIELDS[name].column
}
