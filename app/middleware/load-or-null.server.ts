import { data, type RouterContextProvider } from 'react-router'
import { incompleteContext, outageContext, servicesContext } from '#app/context.ts'
import { isOutage } from '#platform/database/outage.ts'

/**
 * A part of a page, or null where it could not be loaded: the fault is noted and the other parts still show. While
 * the database is away nothing would, so then the whole page answers 503.
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
