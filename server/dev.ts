import type { RequestListener, Server } from 'node:http'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Services } from '#app/context.ts'
import { type Pages, pagesOf } from '#server/pages.ts'

export interface Development {
  pages: Pages
  /** Serves sources, styles and the hot reload; what is none of these goes to `next`. */
  before(next: RequestListener): RequestListener
  close(): Promise<void>
}

/** Vite on the app's own port: modules are taken from the sources at each request. */
export async function startDevelopment(
  root: string,
  server: Server,
  services: Services,
): Promise<Development> {
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  return {
    async pages(request, nonce) {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      return pagesOf(build, createRequestHandler(build, 'development'), services)(request, nonce)
    },
    before: (next) => (request, response) =>
      vite.middlewares(request, response, () => next(request, response)),
    close: () => vite.close(),
  }
}
