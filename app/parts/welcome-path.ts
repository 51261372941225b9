const EDIT_PATH = '/profile/edit'

/** The sheet after the first sign-in, which leads on to `returnTo` (AUTH-31). */
export function welcomePath(returnTo: string): string {
  return `${EDIT_PATH}?${new URLSearchParams({ welcome: returnTo })}`
}
