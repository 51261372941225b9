import { isRouteErrorResponse } from 'react-router'
import { showToast } from '#app/ui/toast.tsx'

export const lostConnectionMessage = 'The connection was lost. Please try again.'

/** Shows that a request failed, with a button that sends it again. */
export function showLostConnection(retry: () => void, message: string = lostConnectionMessage): void {
  showToast(message, 'bad', { label: 'Retry', run: retry })
}

/** Whether a request failed on its way: no connection, or an answer that is not from this app. */
export function isLostConnection(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500 && typeof error.data === 'string'
  return error instanceof TypeError || isUndecodable(error)
}

function isUndecodable(error: unknown): boolean {
  return error instanceof Error && error.message === 'Unable to decode turbo-stream response'
}
