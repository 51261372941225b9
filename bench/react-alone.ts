// Preloaded into the app: keeps the last page that was rendered, and on a message from its parent renders it again with
// React alone for some seconds. Sends back the renders per second.
import { createRequire } from 'node:module'

type Renderer = typeof import('react-dom/server')

// The exports of the CommonJS module can be replaced before the app imports them.
const renderer = createRequire(import.meta.url)('react-dom/server') as Renderer
const { renderToString } = renderer
let page: React.ReactNode

renderer.renderToString = (element, options) => {
  page = element
  return renderToString(element, options)
}

process.on('message', ({ seconds }: { seconds: number }) => {
  const begun = performance.now()
  let renders = 0
  for (; performance.now() - begun < seconds * 1000; renders++) renderToString(page)
  process.send?.((renders * 1000) / (performance.now() - begun))
})
