import { safePath } from '#platform/http/return-to.ts'

/** The URL of a confirmation that returns to `list` with its query. */
export function confirmationUrl(path: string, list: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ returnTo: list })}`
}

/** `raw` if it is a path of the admin area or the page of a submission, otherwise `list`. */
export function adminPath(raw: unknown, list: string): string {
  const path = safePath(raw)
  return /^\/admin([/?#]|$)|^\/challenges\/[^/?#]+\/submissions\/[^/?#]+([?#]|$)/.test(path) ? path : list
}

interface Change {
  currentUrl: URL
  nextUrl: URL
  formMethod?: string | undefined
}

/** `shouldRevalidate` of a confirmation: its data stays the same after the action, unless they are asked for again. */
export function keepConfirmationData({ currentUrl, nextUrl, formMethod }: Change): boolean {
  return formMethod === undefined || currentUrl.pathname !== nextUrl.pathname
}
