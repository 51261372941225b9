import { safePath } from '#platform/http/return-to.ts'

/** What an administrator is asked before something happens that matters. */
export interface Confirmation {
  /** What it happens to. */
  subject: string
  /** What will happen, a sentence each. */
  consequences: string[]
  /** A moment that follows from it: 'New deadline'. */
  moment?: { label: string; at: Date }
  /** The button's words, and those while it works. */
  label: string
  pendingLabel: string
  danger?: boolean
  /** The subject as it was when these words were written; sent along, so that a later state is not acted on. */
  version?: number
  /** Asks for a reason; this one is taken where none is given. */
  defaultReason?: string
  /** Asks for a reason that must be given; this hint stands below the field. */
  requiredReason?: string
  /** Why it cannot happen now: there is nothing to confirm. */
  refusal?: string | null
}

/** A confirmation's address, from which one comes back to the list as it is. */
export function confirmationUrl(path: string, list: string): string {
  return `${path}?${new URLSearchParams({ returnTo: list })}`
}

/** Where to go afterwards: a path of the administrators' area, else the list itself. */
export function adminPath(raw: unknown, list: string): string {
  const path = safePath(raw)
  return /^\/admin([/?#]|$)/.test(path) ? path : list
}

/** For a confirmation's route: what is asked stays as it was asked, even once it is done. */
export function keepConfirmationData({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}
