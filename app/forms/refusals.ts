import { isRouteErrorResponse } from 'react-router'

/** Said in a form that was sent after its session had ended: what was typed stays there. */
export const signedOutMessage = 'You are signed out. Please sign in in another tab, then try again here.'

/** Why a change was refused in maintenance mode, as the server wrote it. */
export interface MaintenanceReason {
  heading: string
  text: string
}

/** The reason in the body of a response, or null if it was not refused for maintenance. */
export function maintenanceReasonIn(body: unknown): MaintenanceReason | null {
  if (typeof body !== 'object' || body === null) return null
  return (body as { maintenance?: MaintenanceReason }).maintenance ?? null
}

/** The reason in what the request of a form threw, or null if it was not refused for maintenance. */
export function maintenanceReasonOf(thrown: unknown): MaintenanceReason | null {
  return isRouteErrorResponse(thrown) ? maintenanceReasonIn(thrown.data) : null
}

/** What to say of a form that failed: the reason of the maintenance mode, otherwise `failed`. */
export function failureMessage(reason: MaintenanceReason | null, failed: string): string {
  return reason ? `${reason.heading}: ${reason.text}` : failed
}

/** Whether an answer to a form leads to the login page: an address as a browser tells it, or a redirect's. */
export function isLoginRedirect(address: string): boolean {
  return /^(https?:\/\/[^/]+)?\/login(\?|$)/.test(address)
}
