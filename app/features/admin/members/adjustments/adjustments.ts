import type { MemberRow } from '#domain/members/admin-list.server.ts'

/** A refused adjustment with the submitted values and, if found, the current member. */
export interface AdjustmentRefusal {
  message: string | null
  errors?: Record<string, string>
  values?: Record<string, string>
  member?: MemberRow
}

/** The props of an adjustment form, on its page and in the dialog. */
export interface AdjustmentFormProps {
  member: MemberRow
  /** The list to return to, with its query. */
  returnTo: string
  /** The refusal, if the form was sent without scripts. */
  refused?: AdjustmentRefusal
  onAccepted?: () => void
  cancel: React.ReactNode
}
