import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from 'react-router'
import {
  adminCheckContext,
  nonceContext,
  outageContext,
  renewedSessionContext,
  type Services,
  servicesContext,
  unreadContext,
  viewedAtContext,
  viewerContext,
  viewerReloadContext,
} from '#app/context.ts'
import { errorTexts, RequestIdContext } from '#app/frame/errors/error-view.tsx'
import { loadViewer } from '#app/middleware/viewer.server.ts'
import { partsLoaded } from '#app/ui/browser/lazy-part.ts'
import { LOCAL_TIMES } from '#app/ui/time.tsx'
import { isOutage } from '#platform/database/outage.ts'
import { FileStoreError } from '#platform/files/file-store.ts'
import { plainPageHeaders, refusalPage } from '#platform/http/plain-pages.server.ts'
import { requestIdHeader } from '#platform/http/request-id.server.ts'
import { perSecond } from '#platform/per-second.ts'

/** What every loader and action of one request may know: the services, who is looking, the nonce. */
export async function createLoadContext(
  services: Services,
  request: Request,
  nonce: string,
): Promise<RouterContextProvider> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(nonceContext, nonce)
  context.set(viewerReloadContext, async () => (await loadViewer(services, request)).viewer)
  try {
    const { viewer, unread, now, setCookie } = await loadViewer(services, request)
    context.set(viewerContext, viewer)
    context.set(unreadContext, unread ?? 0)
    context.set(viewedAtContext, now ?? null)
    context.set(renewedSessionContext, setCookie)
  } catch (error) {
    if (!isAdminPath(request)) throw error
    services.log.error({ err: error }, 'the administrator check failed')
    context.set(viewerContext, null)
    context.set(renewedSessionContext, undefined)
    context.set(adminCheckContext, isOutage(error) ? 503 : 500)
  }
  return context
}

function isAdminPath(request: Request): boolean {
  return /^\/admin(\/|\.data|$)/.test(new URL(request.url).pathname)
}

/** Whether this request failed because the database or the file store cannot be reached. */
export function hadOutage(context: RouterContextProvider): boolean {
  return context.get(outageContext)
}

/** Renders the whole page before the first byte leaves: faster than streaming, and never half a page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  // Another page is sent instead.
  if (hadOutage(loadContext)) return new Response(null, { status, headers })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (status === 405 || (status === 429 && !mayRenderTooMany()))
    return cheapRefusal(request, status, headers, loadContext)

  const nonce = loadContext.get(nonceContext)
  await partsLoaded()
  const body = await render(
    <RequestIdContext value={request.headers.get(requestIdHeader) ?? undefined}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RequestIdContext>,
    nonce,
  )
  headers.set('Content-Length', String(body.byteLength))
  return new Response(body, { status, headers })
}

/** Lets what is seen come first: preloaded scripts compete with styles, fonts and pictures (decision 034). */
function withoutPreloadedScripts(html: string): string {
  return html.replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
}

function withLocalTimes(html: string, nonce: string): string {
  if (!html.includes('data-words="')) return html
  return html.replace('</body>', () => `<script nonce="${nonce}">${LOCAL_TIMES}</script></body>`)
}

/** The whole page, and a rejection if any part of it cannot be rendered. */
function render(page: ReactNode, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const whole = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        // Each byte as a character: the page is not decoded and encoded again, and what is added is ASCII.
        const html = Buffer.concat(chunks).toString('latin1')
        resolve(Buffer.from(withLocalTimes(withoutPreloadedScripts(html), nonce), 'latin1'))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(whole),
      onError: reject,
    })
  })
}

/** A form over its rate limit is shown again with its input, but not to a flood. */
const mayRenderTooMany = perSecond(5)

function cheapRefusal(
  request: Request,
  status: 405 | 429,
  headers: Headers,
  context: RouterContextProvider,
): Response {
  const { config, settings } = context.get(servicesContext)
  const site = { ...config, ...settings.current() }
  for (const [name, value] of Object.entries(plainPageHeaders())) headers.set(name, value)
  if (status === 405) headers.set('Allow', 'GET, HEAD')
  return new Response(refusalPage(request, site, { status, ...errorTexts(status) }), { status, headers })
}

/** A fault in a loader or an action; refusals and aborted requests are not faults. */
export function handleError(error: unknown, args: { request: Request; context: RouterContextProvider }) {
  if (args.request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  if (isOutage(error) || error instanceof FileStoreError) args.context.set(outageContext, true)
  args.context
    .get(servicesContext)
    .log.error({ err: error, path: new URL(args.request.url).pathname }, 'request failed')
}
