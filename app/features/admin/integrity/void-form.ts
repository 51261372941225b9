import type { PatternKind } from '#domain/integrity/rules.ts'

/** The form of a pattern: the voters that it showed, and those that were ticked. */
export interface VoidForm {
  kind: PatternKind
  submissionId: string
  voters: string[]
  ticked: string[]
  cause: string
  reason: string
}

export function voidForm(fields: FormData): VoidForm {
  const text = (name: string) => String(fields.get(name) ?? '')
  return {
    // Compared with those of patterns only.
    kind: text('kind') as PatternKind,
    submissionId: text('submission'),
    voters: text('voters').split(' '),
    ticked: fields.getAll('member').map(String),
    cause: text('cause'),
    reason: text('reason'),
  }
}
