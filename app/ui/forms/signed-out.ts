/** Said in a form that was sent after its session had ended: what was typed stays there. */
export const signedOutMessage = 'You are signed out. Please sign in in another tab, then try again here.'

/** Whether an answer to a form leads to the login page: an address as a browser tells it, or a redirect's. */
export function leadsToLogin(address: string): boolean {
  return /^(https?:\/\/[^/]+)?\/login(\?|$)/.test(address)
}
