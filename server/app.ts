import type { RequestListener } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Services } from '#app/context.ts'
import { apiPath, createApi } from './api/api.ts'
import { cardsPath, createCards } from './api/cards.ts'
import { createOembed, oembedPath } from './api/oembed.ts'
import { requestId, trustProxies } from './middleware/forwarded.ts'
import {
  demoHostOnly,
  limitBody,
  requireKnownMethod,
  requireOwnOrigin,
  requirePath,
  secureHeaders,
} from './middleware/security.ts'
import { answerPage, errorResponse, type Pages, readOnlyInMaintenance } from './pages.ts'

export type Env = { Bindings: HttpBindings; Variables: { nonce: string; proxies: number } }

export interface AppOptions {
  services: Services
  /** What is answered without a page. */
  plain?: Hono<Env>
  /** Logs and measures requests. */
  requestLog?: MiddlewareHandler
  /** Files of the build. */
  files: MiddlewareHandler
  /** The app's pages, which visitors may share. */
  pages: Pages
  /** Node listeners that answer some requests themselves: the demo's sign-in, Vite. */
  before?: ((next: RequestListener) => RequestListener)[]
  formTargets(): string[]
  dev?: boolean
}

/** Everything between a request and its page, in order; a page that visitors share is answered before, by `listen`. */
export function createApp(options: AppOptions): Hono<Env> {
  const { services, plain, requestLog, files, pages, before = [] } = options
  const { config } = services
  const app = new Hono<Env>()

  app.use(trustProxies(config))
  app.use(requestId)
  app.use(secureHeaders(options))
  if (requestLog) app.use(requestLog)
  if (plain) app.route('/', plain)
  for (const listener of before) app.use(nodeListener(listener))
  if (config.demo) app.use(demoHostOnly(config.publicUrl))
  app.use(requirePath)
  app.route(apiPath, createApi(services))
  app.route(oembedPath, createOembed(services))
  app.route(cardsPath, createCards(services))
  app.use(files)
  app.use(requireOwnOrigin(config.publicUrl))
  app.use(requireKnownMethod)
  app.use(readOnlyInMaintenance(services))
  app.use(limitBody)
  app.all('*', answerPage(services, pages))
  app.onError(errorResponse(services))
  return app
}

/** Lets a Node listener answer a request, or pass it on. After its answer nothing is left to do. */
function nodeListener(before: (next: RequestListener) => RequestListener): MiddlewareHandler<Env> {
  return (c, next) => new Promise((resolve) => before(() => resolve(next()))(c.env.incoming, c.env.outgoing))
}
