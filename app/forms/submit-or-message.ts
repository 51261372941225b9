import { data, isRouteErrorResponse } from 'react-router'
import { failureMessage, isLoginRedirect, maintenanceReasonOf, signedOutMessage } from './refusals.ts'

/** The answer where it did not happen. */
export interface Failure {
  message: string
  /** The reason that was sent along, to be shown again. */
  reason?: string
}

/**
 * Sends a form of the administrators' area; a lost connection, a resting server or a session that has ended is said
 * where the form stands, with all that was typed.
 */
export async function submitOrMessage<Answer>(send: () => Promise<Answer>, failed: string) {
  try {
    return await send()
  } catch (thrown) {
    if (thrown instanceof Response && isLoginRedirect(thrown.headers.get('Location') ?? '')) {
      return data<Failure>({ message: signedOutMessage }, { status: 401 })
    }
    // Redirects are thrown as well, and refusals of the whole page.
    if (thrown instanceof Response || isRefusal(thrown)) throw thrown
    return data<Failure>({ message: failureMessage(maintenanceReasonOf(thrown), failed) }, { status: 503 })
  }
}

function isRefusal(thrown: unknown): boolean {
  return isRouteErrorResponse(thrown) && thrown.status < 500
}
