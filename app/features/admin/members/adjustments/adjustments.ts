import type { MemberRow } from '#domain/members/admin-list.server.ts'

/** A refused adjustment with the submitted values and, if found, the current member. */
export interface AdjustmentRefusal {
  message: string | null
  errors?: Record<string, string>
  values?: Record<string, string>
  member?: MemberRow
}

export interface AdjustmentFormProps {
  member: MemberRow
  returnTo: string
  refused?: AdjustmentRefusal
  onAccepted?: () => void
  cancel: React.ReactNode
}
