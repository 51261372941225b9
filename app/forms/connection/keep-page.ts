import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type Navigation,
} from 'react-router'
import { showToast } from '#app/ui/toast.tsx'
import { isLoginRedirect, signedOutMessage } from '../refusals.ts'
import type { Failure } from '../submit.ts'
import { isLostConnection, showLostConnection } from './lost-connection.ts'
import { prepareModules } from './route-modules.ts'
import { clientRouter } from './router.ts'
import { hasLeftFormPage, isFormGone, resendForm } from './sent-form.ts'

type Results = Record<string, DataStrategyResult>

/**
 * Keeps the page when a request of the router fails on its way: the navigation is canceled, or the data stays as it was,
 * and a message offers to try again. A fetcher's redirect is followed only to answer a form of the current page: otherwise
 * its data are null. The refusal of a form that is no longer shown becomes a message.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.signal.aborted) return results
  const navigation = navigationOf(request)
  const isReload = isCurrentPage(request)
  const target = redirectIn(results)
  if (target && !navigation && (request.method === 'GET' ? !isReload : hasLeftFormPage(request.url))) {
    if (request.method !== 'GET' && isLoginRedirect(target)) showToast(signedOutMessage, 'bad')
    return replaced(
      results,
      (result) => localTarget(result) !== null,
      () => null,
    )
  }
  if (target) await prepareModules(target)
  if (request.method !== 'GET' && !navigation && isFormGone(request.url)) showRefusals(results, request.url)
  if (!Object.values(results).some(isLost)) return results
  if (request.method !== 'GET') {
    showLostConnection(resendForm(request.url))
    if (!navigation) return replaced(results, isLost, () => data(null, { status: 503 }))
    await stay(navigation)
    return results
  }
  const router = clientRouter()
  if (navigation) {
    const { location } = navigation
    await stay(navigation)
    showLostConnection(() => void router.navigate(location))
    return results
  }
  if (isReload) showLostConnection(() => void router.revalidate())
  return replaced(results, isLost, (routeId) => (isReload ? router.state.loaderData[routeId] : undefined))
}

type PendingNavigation = Exclude<Navigation, { state: 'idle' }>

/** The navigation that the request belongs to; null for a fetcher and for a reload of the page's data. */
function navigationOf({ url, method }: Request): PendingNavigation | null {
  const { navigation } = clientRouter().state
  if (navigation.state === 'idle') return null
  const isSubmitting = navigation.state === 'submitting' && navigation.formMethod !== 'GET'
  if (isSubmitting !== (method !== 'GET')) return null
  const { pathname, search } = navigation.location
  return new URL(pathname + search, location.href).href === url ? navigation : null
}

/** Cancels a navigation by one to the current page that loads nothing. */
async function stay({ historyAction }: PendingNavigation): Promise<void> {
  const router = clientRouter()
  const { pathname, search, hash, state } = router.state.location
  await router.navigate(
    { pathname, search, hash },
    // The browser has already left the page's entry when it goes back.
    { state, replace: historyAction !== 'POP', preventScrollReset: true, defaultShouldRevalidate: false },
  )
}

function isCurrentPage({ url }: Request): boolean {
  const { pathname, search } = clientRouter().state.location
  return new URL(pathname + search, location.href).href === url
}

function replaced(
  results: Results,
  isConcerned: (result: DataStrategyResult) => boolean,
  dataOf: (routeId: string) => unknown,
): Results {
  return Object.fromEntries(
    Object.entries(results).map(([routeId, result]) => [
      routeId,
      isConcerned(result) ? { type: 'data', result: dataOf(routeId) } : result,
    ]),
  )
}

function showRefusals(results: Results, address: string): void {
  for (const { type, result } of Object.values(results)) {
    const refusal = (isWrapped(result) ? result.data : result) as Partial<Failure> | null | undefined
    if (type !== 'data' || typeof refusal?.message !== 'string') continue
    const retry = refusal.unsent && { label: 'Retry', run: resendForm(address) }
    showToast(refusal.message, 'bad', retry)
  }
}

function isLost({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false
  return isLostConnection(isWrapped(result) ? result.data : result)
}

/** As the router wraps what an action returns or throws. */
function isWrapped(result: unknown): result is { data: unknown } {
  const isObject = typeof result === 'object' && result !== null && !isRouteErrorResponse(result)
  return isObject && 'init' in result && 'data' in result
}

/** The path that one of the results redirects to, if it is one of this site. */
function redirectIn(results: Results): string | null {
  for (const result of Object.values(results)) {
    const target = localTarget(result)
    if (target) return target
  }
  return null
}

function localTarget({ result }: DataStrategyResult): string | null {
  if (!(result instanceof Response) || result.headers.has('X-Remix-Reload-Document')) return null
  const to = result.headers.get('Location')
  return to?.startsWith('/') && !to.startsWith('//') ? to : null
}
