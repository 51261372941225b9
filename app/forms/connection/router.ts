import type { DataRouter, Location } from 'react-router'

export function clientRouter(): DataRouter {
  return Reflect.get(window, '__reactRouterDataRouter')
}

/** Of the page that is being opened, or else of the current one. A form has its own address while it is sent. */
export function nextLocation(): Location {
  const { location, navigation } = clientRouter().state
  return navigation.location && !navigation.formMethod ? navigation.location : location
}
