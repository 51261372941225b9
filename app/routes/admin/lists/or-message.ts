import { data, isRouteErrorResponse } from 'react-router'
import type { Failure } from './confirmation.ts'

/** Sends a form of the administrators' area; a lost connection or a resting server is said where the form stands. */
export async function orMessage<Answer>(send: () => Promise<Answer>, failed: string) {
  try {
    return await send()
  } catch (thrown) {
    // Redirects are thrown as well, and refusals of the whole page.
    if (thrown instanceof Response || isRefusal(thrown)) throw thrown
    return data<Failure>({ message: failed }, { status: 503 })
  }
}

function isRefusal(thrown: unknown): boolean {
  return isRouteErrorResponse(thrown) && thrown.status < 500
}
