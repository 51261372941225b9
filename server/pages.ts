import type { Context, ErrorHandler, Handler, MiddlewareHandler } from 'hono'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Services } from '#app/context.ts'
import { adminCheckFailed } from '#domain/members/refusals.ts'
import { isOutage } from '#platform/database/outage.ts'
import { FileStoreError } from '#platform/files/file-store.ts'
import { clientAddressHeader } from '#platform/http/client-address.ts'
import { compressed } from '#platform/http/compress.server.ts'
import { maintenanceResponse, outageResponse } from '#platform/http/plain-pages.server.ts'
import { currentRequestId, requestIdHeader } from '#platform/http/request-id.server.ts'
import { changesState, maintenanceRetrySeconds } from '#platform/maintenance.server.ts'
import type { Env } from './app.ts'
import { addressOf } from './middleware/forwarded.ts'

/** Makes the page of a request whose scripts carry `nonce`. */
export type Pages = (request: Request, nonce: string) => Promise<Response>

interface ServerEntry {
  createLoadContext(services: Services, request: Request, nonce: string): Promise<RouterContextProvider>
  hadOutage(context: RouterContextProvider): boolean
}

/** Answers a request with a page. */
export function answerPage(services: Services, pages: Pages): Handler<Env> {
  return async (c) => {
    if (isDataOfFile(c.req.path)) return c.text('Not found.\n', 404)
    const request = publicRequest(c, services)
    return compressed(request, await pages(request, c.get('nonce')))
  }
}

/** Refuses changes during maintenance. Requests of the app's scripts are refused by the app, in their format. */
export function readOnlyInMaintenance({ config, settings, maintenance }: Services): MiddlewareHandler {
  return async (c, next) => {
    const state = maintenance.current()
    const pathname = new URL(c.req.url).pathname
    if (!state || !changesState({ method: c.req.method, pathname })) return next()
    if (pathname.endsWith('.data')) {
      await next()
      c.res.headers.set('Retry-After', String(maintenanceRetrySeconds))
      return
    }
    return maintenanceResponse(c.req.raw, { ...config, ...settings.current() }, state)
  }
}

/** The response to an error that nothing else has answered. It shows no details. */
export function errorResponse({ log, config, settings }: Services): ErrorHandler {
  return (error, c) => {
    const outage = isOutage(error) || error instanceof FileStoreError
    const what = outage ? 'the database or the file store does not answer' : 'request failed'
    log.error({ err: error, path: c.req.path }, what)
    const reference = `Reference: ${currentRequestId() ?? ''}`
    if (!outage) return c.text(`Something went wrong. Please try again.\n${reference}\n`, 500)
    return outageResponse(c.req.raw, { ...config, ...settings.current() })
  }
}

export function builtPages(build: ServerBuild, services: Services): Pages {
  return pagesOf(build, createRequestHandler(build, 'production'), services)
}

/** The pages of the app as its sources are at each request. */
export function sourcePages(load: () => Promise<ServerBuild>, services: Services): Pages {
  return async (request, nonce) => {
    const build = await load()
    return pagesOf(build, createRequestHandler(build, 'development'), services)(request, nonce)
  }
}

export function pagesOf(
  build: ServerBuild,
  handle: ReturnType<typeof createRequestHandler>,
  services: Services,
): Pages {
  const entry = build.entry.module as typeof build.entry.module & ServerEntry
  return async (request, nonce) => {
    const context = await entry.createLoadContext(services, request, nonce)
    const response = await handle(request, context)
    if (!entry.hadOutage(context)) {
      if (!isRefusedByArea(request, response)) return withErrorPage(request, response)
      // A page that only administrators may see: who was refused is refused there too.
      const area = new Request(new URL('/admin/settings', request.url), { headers: request.headers })
      const page = await handle(area, context)
      await discard(response)
      return page
    }
    await discard(response)
    return outageResponse(request, { ...services.config, ...services.settings.current() })
  }
}

/** A response without a reader may keep a file open. */
async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => undefined)
}

/** The router would read a file whole, as text, where scripts ask for it as for the data of a page; none of ours does. */
function isDataOfFile(path: string): boolean {
  return /(\.[a-z]+|\/account\/download)(\/_)?\.data$/i.test(path)
}

/** The request with the URL that the browser used, whatever host and protocol the proxy uses. */
function publicRequest(c: Context<Env>, { config }: Services): Request {
  const { pathname, search } = new URL(c.req.url)
  // A path that starts with two slashes would name another host.
  const path = pathname.replace(/^\/{2,}/, '/')
  const request = new Request(config.publicUrl + path + search, c.req.raw)
  request.headers.set(clientAddressHeader, addressOf(c))
  request.headers.set(requestIdHeader, currentRequestId() ?? '')
  return request
}

/** A file or an action that the area of administrators refused: its page says why, with the same status and a way back. */
function isRefusedByArea(
  { url, headers }: Request,
  { status, statusText, headers: sent }: Response,
): boolean {
  return (
    new URL(url).pathname.startsWith('/admin/') &&
    (status === 403 || statusText === adminCheckFailed) &&
    headers.get('accept') !== 'application/json' &&
    Boolean(sent.get('content-type')?.startsWith('application/json'))
  )
}

/** The router answers an unknown file URL with JSON; people get a page. */
function withErrorPage(request: Request, response: Response): Response {
  const isOwn = response.status < 400 || request.headers.get('accept') === 'application/json'
  if (isOwn || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const { status } = response
  const headers = new Headers(response.headers)
  headers.delete('Content-Length')
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  if (status === 405) headers.set('Allow', 'GET, HEAD')
  const text = refusals[status] ?? 'Something went wrong. Please try again.'
  return new Response(`${text}\n`, { status, headers })
}

const refusals: Record<number, string> = {
  403: 'Access Denied',
  404: 'Not found',
  405: 'This address takes GET, HEAD only.',
}
