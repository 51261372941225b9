import type { DataRouter } from 'react-router'

/** The router of the page, for code outside of components. */
export function clientRouter(): DataRouter {
  return Reflect.get(window, '__reactRouterDataRouter')
}
