import { isRouteErrorResponse } from 'react-router'

export const signedOutMessage = 'You are signed out. Please sign in using another tab, then try again here.'

interface MaintenanceReason {
  heading: string
  text: string
}

export function maintenanceReasonIn(body: unknown): MaintenanceReason | null {
  if (typeof body !== 'object' || body === null) return null
  const { maintenance } = body as { maintenance?: Partial<MaintenanceReason> | null }
  const isReason = typeof maintenance?.heading === 'string' && typeof maintenance.text === 'string'
  return isReason ? (maintenance as MaintenanceReason) : null
}

export function maintenanceReasonOf(thrown: unknown): MaintenanceReason | null {
  return isRouteErrorResponse(thrown) ? maintenanceReasonIn(thrown.data) : null
}

export function failureMessage(reason: MaintenanceReason | null, failed: string): string {
  return reason ? `${reason.heading}: ${reason.text}` : failed
}

export function isLoginRedirect(address: string): boolean {
  return /^(https?:\/\/[^/]+)?\/login(\?|$)/.test(address)
}
