// Preloaded into the app: keeps the last page that was rendered, and on a message from its parent renders it again with
// React alone for some seconds. Sends back the renders per second.
import { createRequire } from 'node:module'
import { cloneElement, type ReactElement } from 'react'
import type { ServerRouterProps } from 'react-router'

type Renderer = typeof import('react-dom/server')

// The exports of the CommonJS module can be replaced before the app imports them.
const renderer = createRequire(import.meta.url)('react-dom/server') as Renderer
const { renderToPipeableStream, renderToString } = renderer
let page: React.ReactNode

renderer.renderToPipeableStream = (element, options) => {
  page = withoutStream(element as ReactElement<{ children: ReactElement<ServerRouterProps> }>)
  return renderToPipeableStream(element, options)
}

/** The page without the stream of its data, which can be read only once. */
function withoutStream(
  element: ReactElement<{ children: ReactElement<ServerRouterProps> }>,
): React.ReactNode {
  const router = element.props.children
  const context = { ...router.props.context, serverHandoffStream: undefined }
  return cloneElement(element, {}, cloneElement(router, { context }))
}

process.on('message', ({ seconds }: { seconds: number }) => {
  const begun = performance.now()
  let renders = 0
  for (; performance.now() - begun < seconds * 1000; renders++) renderToString(page)
  process.send?.((renders * 1000) / (performance.now() - begun))
})
