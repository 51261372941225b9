import type { MemberRow } from '#domain/members/admin-list.server.ts'

/** A change by hand that was refused, with all that was typed and the member as they are now, where it got that far. */
export interface AdjustmentRefusal {
  message: string | null
  errors?: Record<string, string>
  values?: Record<string, string>
  member?: MemberRow
}

/** What a form for a change needs, on its page and in the dialog. */
export interface AdjustmentFormProps {
  member: MemberRow
  /** Where one comes from and goes back to. */
  returnTo: string
  /** The server's answer where it came as a page. */
  refused?: AdjustmentRefusal
  /** The way back without doing anything. */
  cancel: React.ReactNode
}
