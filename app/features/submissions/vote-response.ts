import { data } from 'react-router'
import { failureMessage, maintenanceReasonOf } from '#app/forms/refusals.ts'
import { showToast } from '#app/ui/toast.tsx'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'

/** Sends a vote from the page it stands on; a fault or a lost connection is said in a message, and the page stays. */
export async function submitOrToast(send: () => Promise<unknown>) {
  try {
    await send()
    return null
  } catch (answer) {
    // A redirect is thrown as well, and it is how a vote that arrived ends.
    if (answer instanceof Response) throw answer
    showToast(failureMessage(maintenanceReasonOf(answer), VOTING_MESSAGES.failed), 'bad')
    // An action that failed lets the page's data be.
    return data(null, { status: 503 })
  }
}
