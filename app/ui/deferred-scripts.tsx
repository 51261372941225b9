import { Children, cloneElement, Fragment, isValidElement } from 'react'
import { Scripts } from 'react-router'

type ElementProps = React.ComponentProps<'script'> & { rel?: string; href?: string }

/** React Router's scripts, loaded after the first paint or at the first use of the page (decision 024). */
export function DeferredScripts() {
  const modules: string[] = []
  return defer(Scripts({}), modules)
}

/** Collects the modules to preload, and makes the module script inert until the starter replaces it. */
function defer(node: React.ReactNode, modules: string[]): React.ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<ElementProps>(child)) return child
    const { type, props } = child
    if (type === Fragment) return defer(props.children, modules)
    if (props.rel === 'modulepreload') {
      modules.push(String(props.href))
      return null
    }
    if (type !== 'script' || props.type !== 'module') return child
    const inert = { ...props, type: 'text/plain', async: undefined, 'data-modules': modules.join(' ') }
    return (
      <>
        {cloneElement(child, inert)}
        <script
          nonce={props.nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{ __html: starter }}
        />
      </>
    )
  })
}

// React leaves the text of the server, so the browser does not need it again.
const starter = import.meta.env.SSR
  ? `{
const inert = document.currentScript.previousElementSibling
const uses = ['pointerdown', 'keydown', 'focusin']
const start = () => {
  if (!inert.isConnected) return
  for (const use of uses) removeEventListener(use, start, true)
  for (const href of inert.dataset.modules.split(' ').filter(Boolean))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const { nonce, textContent } = inert
  inert.replaceWith(Object.assign(document.createElement('script'), { type: 'module', nonce, textContent }))
}
for (const use of uses) addEventListener(use, start, true)
const painted = (_, observer) => {
  observer.disconnect()
  setTimeout(start)
}
addEventListener('load', () => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true }))
setTimeout(start, 4000)
}`.replaceAll(/\n */g, '\n')
  : ''
