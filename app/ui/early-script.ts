declare global {
  interface Window {
    /** Whether the history has led to another address before the router runs: steps are reported after 'load' only. */
    hasLeftLoadedAddress?: () => boolean
    /** What was typed before the scripts ran: the controls, with their last values and the path of the page. */
    typedEarly?:
      | Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, readonly [text: string, path: string]>
      | undefined
  }
}

/**
 * Script for the start of a page. Until the router runs, a step in the history changes only the address, so the page would
 * be that of another one: it loads the page of the address then. What is typed until then is noted (decision 024).
 */
export const earlyScript = import.meta.env.SSR
  ? `{
const address = () => location.pathname + location.search
const loaded = address()
let left
hasLeftLoadedAddress = () => (left ||= address() !== loaded)
addEventListener('popstate', () => {
  if (!window.__reactRouterDataRouter && hasLeftLoadedAddress()) location.reload()
})
typedEarly = new Map()
addEventListener('input', ({ target }) => {
  window.typedEarly?.delete(target)
  window.typedEarly?.set(target, [target.value, location.pathname])
}, true)
}`.replaceAll(/\n */g, '\n')
  : ''
