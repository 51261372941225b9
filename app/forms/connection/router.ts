import type { DataRouter } from 'react-router'

export function clientRouter(): DataRouter {
  return Reflect.get(window, '__reactRouterDataRouter')
}
