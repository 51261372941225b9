import { isRouteErrorResponse } from 'react-router'

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
