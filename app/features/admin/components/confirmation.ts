import { safePath } from '#platform/http/return-to.ts'

/** The content of a confirmation, shown on a page or in a dialog. */
export interface Confirmation {
  /** The name of the challenge, submission or member. */
  subject: string
  /** What will happen, one sentence each. */
  consequences: string[]
  /** Dates to check, such as 'New deadline'. */
  dates?: { label: string; at: Date }[]
  /** The label of the button, and its label while pending. */
  label: string
  pendingLabel: string
  danger?: boolean
  /** The version of the subject when it was loaded. A form with an older version is refused. */
  version?: number
  /** Asks for an optional reason, with this default. */
  defaultReason?: string
  /** Asks for a required reason, with this hint. */
  requiredReason?: string
  /** Why the action is not possible now. The form has no button then. */
  refusal?: string | null
}

/** The URL of a confirmation that returns to `list` with its query. */
export function confirmationUrl(path: string, list: string): string {
  return `${path}?${new URLSearchParams({ returnTo: list })}`
}

/** `raw` if it is a path of the admin area, otherwise `list`. */
export function adminPath(raw: unknown, list: string): string {
  const path = safePath(raw)
  return /^\/admin([/?#]|$)/.test(path) ? path : list
}

/** `shouldRevalidate` of a confirmation: its data stays the same after the action. */
export function keepConfirmationData({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}
