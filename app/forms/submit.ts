import { data, isRouteErrorResponse } from 'react-router'
import { isLostConnection, lostConnectionMessage, showLostConnection } from './connection/lost-connection.ts'
import { resendForm } from './connection/sent-form.ts'
import { failureMessage, isLoginRedirect, maintenanceReasonOf, signedOutMessage } from './refusals.ts'

export interface Failure {
  message: string
  reason?: string
  /** The parts of an action on several subjects that were refused, and why; the others are done. */
  details?: string[]
  /** What the message is about, if that is the reason field. */
  field?: 'reason'
  /** The form did not arrive and can be sent again. */
  unsent?: true
}

/**
 * Runs the server action of a form. A lost connection, a server error or an ended session becomes a message in the
 * form, which keeps its input. Redirects and refusals of the whole page are thrown on.
 */
export async function submitOrMessage<Answer>(serverAction: () => Promise<Answer>, failed: string) {
  try {
    return await serverAction()
  } catch (thrown) {
    if (thrown instanceof Response && isLoginRedirect(thrown.headers.get('Location') ?? '')) {
      return data<Failure>({ message: signedOutMessage }, { status: 401 })
    }
    if (thrown instanceof Response || isRefusal(thrown)) throw thrown
    const message = isLostConnection(thrown)
      ? lostConnectionMessage
      : failureMessage(maintenanceReasonOf(thrown), failed)
    return data<Failure>({ message, unsent: true }, { status: 503 })
  }
}

interface ClientAction {
  request: Request
  serverAction: () => Promise<unknown>
}

/** Runs the server action of a button. Every failure becomes a toast with Retry, and the page stays. Redirects are thrown on. */
export async function submitOrToast({ request, serverAction }: ClientAction, failed: string) {
  try {
    await serverAction()
    return null
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const message = failureMessage(maintenanceReasonOf(thrown), failed)
    showLostConnection(resendForm(request.url), message)
    // A status from 400 on keeps React Router from loading the page's data again.
    return data(null, { status: 503 })
  }
}

function isRefusal(thrown: unknown): boolean {
  return isRouteErrorResponse(thrown) && thrown.status < 500
}
