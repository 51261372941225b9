import { data, isRouteErrorResponse } from 'react-router'
import { showToast } from '#app/ui/messages/toast.tsx'
import { failureMessage, isLoginRedirect, maintenanceReasonOf, signedOutMessage } from './refusals.ts'
import { clearTyped } from './typed-text.ts'

export interface Failure {
  message: string
  reason?: string
  choice?: string
  /** What the message is about, if that is the reason field. */
  field?: 'reason'
  /** The form did not arrive and can be sent again. */
  unsent?: true
}

export const lostConnectionMessage = 'The connection was lost. Please try again.'

/**
 * Runs the server action of a form. A lost connection, a server error or an ended session becomes a message in the
 * form, which keeps its input. Redirects and refusals of the whole page are thrown on. A redirect clears the text that is
 * kept under the address `typedAs`.
 */
export async function submitOrMessage<Answer>(
  serverAction: () => Promise<Answer>,
  failed: string,
  typedAs?: string,
) {
  try {
    return answered(await serverAction())
  } catch (thrown) {
    if (thrown instanceof Response && isLoginRedirect(thrown.headers.get('Location') ?? '')) {
      return data<Failure>({ message: signedOutMessage }, { status: 401 })
    }
    if (thrown instanceof Response && typedAs) clearTyped(typedAs)
    const isLost = isLostConnection(thrown)
    if (thrown instanceof Response || (!isLost && isRefusal(thrown))) throw thrown
    const message = isLost ? lostConnectionMessage : failureMessage(maintenanceReasonOf(thrown), failed)
    return data<Failure>({ message, unsent: true }, { status: 503 })
  }
}

interface ClientAction {
  request: Request
  serverAction: () => Promise<unknown>
}

/**
 * Runs the server action of a fetcher's button. Every failure becomes a toast with Retry, and the page stays. A redirect
 * back to the page is an answer, after which the router loads the page that is shown by then: it drops redirects of
 * fetchers while another page loads.
 */
export async function submitOrToast({ request, serverAction }: ClientAction, failed: string) {
  const sent = await request.clone().formData()
  try {
    answered(await serverAction())
    return null
  } catch (thrown) {
    if (thrown instanceof Response) {
      if (isLoginRedirect(thrown.headers.get('Location') ?? '')) throw thrown
      return null
    }
    const { pathname, search } = new URL(request.url)
    const message = failureMessage(maintenanceReasonOf(thrown), failed)
    showToast(message, 'bad', { label: 'Retry', form: { action: pathname + search, body: sent } })
    // A status from 400 on keeps React Router from loading the page's data again.
    return data(null, { status: 503 })
  }
}

/** The router takes a response without a body, which no action of this app has, for an answer. */
function answered<Answer>(answer: Answer): Answer {
  if (answer === undefined) throw new TypeError('No answer')
  return answer
}

/** No answer, or one that is not from this app, whose refusals are words and no markup or JSON. */
function isLostConnection(error: unknown): boolean {
  if (isRouteErrorResponse(error))
    return typeof error.data === 'string' && (error.status >= 500 || /^\s*[<{[]/.test(error.data))
  return error instanceof TypeError || (error instanceof Error && error.message.includes('decode'))
}

function isRefusal(thrown: unknown): boolean {
  return isRouteErrorResponse(thrown) && thrown.status < 500
}
