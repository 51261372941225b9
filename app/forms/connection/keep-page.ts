import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type Navigation,
} from 'react-router'
import { isLostConnection, showLostConnection } from './lost-connection.ts'
import { prepareModules } from './route-modules.ts'
import { clientRouter } from './router.ts'
import { resendLastForm } from './sent-form.ts'

type Results = Record<string, DataStrategyResult>

/**
 * Keeps the page when a request of the router fails on its way: the navigation is canceled, or the data stays as it was,
 * and a message offers to try again.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.signal.aborted) return results
  const target = redirectIn(results)
  if (target) await prepareModules(target)
  if (!Object.values(results).some(isLost)) return results
  const navigation = navigationOf(request)
  if (request.method !== 'GET') {
    showLostConnection(resendLastForm())
    if (!navigation) return replaceLost(results, () => data(null, { status: 503 }))
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
  const { pathname, search } = new URL(request.url)
  const { location, loaderData } = router.state
  const isReload = pathname + search === location.pathname + location.search
  if (isReload) showLostConnection(() => void router.revalidate())
  return replaceLost(results, (routeId) => (isReload ? loaderData[routeId] : undefined))
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

function replaceLost(results: Results, dataOf: (routeId: string) => unknown): Results {
  return Object.fromEntries(
    Object.entries(results).map(([routeId, result]) => [
      routeId,
      isLost(result) ? { type: 'data', result: dataOf(routeId) } : result,
    ]),
  )
}

function isLost({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false
  // The router wraps what an action throws.
  const isWrapped = typeof result === 'object' && result !== null && !isRouteErrorResponse(result)
  return isLostConnection(isWrapped && 'init' in result && 'data' in result ? result.data : result)
}

/** The path that a result redirects to, if it is one of this site. */
function redirectIn(results: Results): string | null {
  for (const { result } of Object.values(results)) {
    if (!(result instanceof Response) || result.headers.has('X-Remix-Reload-Document')) continue
    const to = result.headers.get('Location')
    if (to?.startsWith('/') && !to.startsWith('//')) return to
  }
  return null
}
