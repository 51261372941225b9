import type { RequestListener } from 'node:http'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Services } from '#app/context.ts'
import { type Pages, pagesOf } from '#server/pages.ts'

interface Development {
  pages: Pages
  before(next: RequestListener): RequestListener
  close(): Promise<void>
}

export async function startDevelopment(root: string, services: Services): Promise<Development> {
  const vite = await keepingSignals(() =>
    createServer({ root, appType: 'custom', server: { middlewareMode: true } }),
  )
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

/** A second Vite inside React Router's plugin would end the process at SIGTERM before the database is stopped. */
async function keepingSignals<T>(work: () => Promise<T>): Promise<T> {
  const before = process.listeners('SIGTERM')
  const result = await work()
  for (const listener of process.listeners('SIGTERM')) {
    if (!before.includes(listener)) process.off('SIGTERM', listener)
  }
  return result
}
