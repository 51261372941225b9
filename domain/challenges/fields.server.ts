import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Actor, recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditAction, type AuditState, changesBetween } from '#domain/audit/rules.ts'
import { isSentAgain } from '#domain/media/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { CHALLENGE_FIELDS, FIELD_NAMES, type FieldName, FORM_FIELDS } from './fields.ts'
import type { ChallengeForm } from './form.server.ts'

/** The fields as columns of a select list, under their names. `c` is the challenge. */
export function selectFields(names: readonly FieldName[]): Sql {
  return raw(names.map((name) => `c.${columnOf(name)} as "${name}"`).join(', '))
}

/** The fields as arguments of jsonb_build_object, under their columns. `c` is the challenge. */
const fieldPairs = raw(
  FIELD_NAMES.map(columnOf)
    .map((column) => `'${column}', c.${column}`)
    .join(', '),
)

export const formColumns = raw(FORM_FIELDS.map(columnOf).join(', '))

export function formValues(form: ChallengeForm): Sql {
  return join(FORM_FIELDS.map((name) => form[name]))
}

/** Whether a challenge has the form's values and image: the form was sent before, and its answer lost. */
export async function hasFormValues(
  tx: Db,
  id: string,
  form: ChallengeForm,
  imageId: string | null,
): Promise<boolean> {
  const found = await tx.row(sql`
    select from challenges where id = ${id} and (${formColumns}) is not distinct from (${formValues(form)})
      and (${imageId}::uuid is null or ${isSentAgain(sql`image_id`, imageId)})`)
  return found !== undefined
}

/** The form's values as assignments of an update. */
export function formAssignments(form: ChallengeForm): Sql {
  return join(FORM_FIELDS.map((name) => sql`${raw(columnOf(name))} = ${form[name]}`))
}

function columnOf(name: FieldName): string {
  return CHALLENGE_FIELDS[name].column
}

/** A challenge in the audit log: its fields and its winner. */
export async function challengeState(tx: Db, id: string): Promise<AuditState> {
  const row = await tx.row<{ state: AuditState }>(sql`
    select jsonb_build_object(${fieldPairs}, 'winner_id', c.winner_id, 'winner_name', c.winner_name,
      'winner_votes', c.winner_votes) as state
    from challenges c where c.id = ${id}`)
  return row?.state ?? {}
}

/** Records the difference between a challenge and its earlier state `before`, and what members were told. */
export async function recordChange(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  id: string,
  before: AuditState,
  told: AuditState = {},
): Promise<void> {
  const after = await challengeState(tx, id)
  const name = String(after.title ?? before.title)
  await recordAuditEvent(tx, actor, {
    action,
    subject: { id, name },
    ...changesBetween(before, { ...after, ...told }),
  })
}
