import { isRouteErrorResponse } from 'react-router'

/** Shown in a form that was sent after its session ended. */
export const signedOutMessage = 'You are signed out. Please sign in using another tab, then try again here.'

export interface MaintenanceReason {
  heading: string
  text: string
}

/** The reason in the body of a response, or null if it was not refused for maintenance. */
export function maintenanceReasonIn(body: unknown): MaintenanceReason | null {
  if (typeof body !== 'object' || body === null) return null
  const { maintenance } = body as { maintenance?: Partial<MaintenanceReason> | null }
  const isReason = typeof maintenance?.heading === 'string' && typeof maintenance.text === 'string'
  return isReason ? (maintenance as MaintenanceReason) : null
}

/** The reason in what the request of a form threw, or null if it was not refused for maintenance. */
export function maintenanceReasonOf(thrown: unknown): MaintenanceReason | null {
  return isRouteErrorResponse(thrown) ? maintenanceReasonIn(thrown.data) : null
}

/** The maintenance reason, otherwise `failed`. */
export function failureMessage(reason: MaintenanceReason | null, failed: string): string {
  return reason ? `${reason.heading}: ${reason.text}` : failed
}

/** Whether a response URL or a Location header leads to the login page. */
export function isLoginRedirect(address: string): boolean {
  return /^(https?:\/\/[^/]+)?\/login(\?|$)/.test(address)
}
