declare global {
  interface Window {
    /** Whether the history has led to another address before the router runs: steps are reported after 'load' only. */
    hasLeftLoadedAddress?: () => boolean
  }
}

/**
 * Script for the start of a page: until the router runs, a step in the history changes only the address, so the page
 * would be that of another one. It loads the page of the address then (decision 086).
 */
export const watchLoadedAddress = import.meta.env.SSR
  ? `{
const address = () => location.pathname + location.search
const loaded = address()
let left
hasLeftLoadedAddress = () => (left ||= address() !== loaded)
addEventListener('popstate', () => {
  if (!window.__reactRouterDataRouter && hasLeftLoadedAddress()) location.reload()
})
}`.replaceAll(/\n */g, '\n')
  : ''
