import { data, type RouterContextProvider } from 'react-router'
import { incompleteContext, outageContext, servicesContext } from '#app/context.ts'
import { isOutage } from '#platform/database/outage.ts'

/**
 * Loads a part of a page. Returns null and logs the error if it fails, so that the rest of the page still shows.
 * Throws a 503 response if the database is unavailable.
 */
export async function loadOrNull<Value>(
  context: Readonly<RouterContextProvider>,
  work: Promise<Value>,
): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (isOutage(error)) {
      context.set(outageContext, true)
      throw data(null, { status: 503, headers: { 'Retry-After': '5' } })
    }
    context.get(servicesContext).log.error({ err: error }, 'a part of a page could not be loaded')
    context.set(incompleteContext, true)
    return null
  }
}
