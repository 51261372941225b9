import { useSyncExternalStore } from 'react'

/** False on the server and in the first render over the server's HTML, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
