import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Services } from '#app/context.ts'
import { waitingFiles } from '#platform/files/waiting-files.ts'
import { clientAddress, customerOf, linePath, senderName } from '#platform/http/client-address.ts'
import { outageAnswer } from '#platform/http/outage-page.server.ts'
import {
  type BodyLimit,
  bodyBudget,
  isMultipart,
  type LimitedRequest,
  limitBody,
  RequestBodyError,
  receiveAhead,
} from '#platform/http/request-body.server.ts'
import { waitingClient } from '#platform/identity/waiting-client.ts'
import { openQueue } from '#platform/queue.ts'
import { recentMember, rememberMember } from './recent-members.ts'

interface Places extends Pick<Services, 'holdDownload'> {
  /** Called before it waits for a body that was not received ahead, the provider, a drawing, a decode or the file store. */
  leave?: () => void
  /** Called once such a body has come. */
  enter?: () => Promise<boolean>
}

/** Answers a request. */
export type Pages = (request: Request, nonce: string, places?: Places) => Promise<Response>

interface ServerEntry {
  createLoadContext(services: Services, request: Request, nonce: string): Promise<RouterContextProvider>
  bodyLimit(request: Request, context: RouterContextProvider): BodyLimit
  memberIdOf(context: RouterContextProvider, request: Request): string | null | undefined
  hadOutage(context: RouterContextProvider): boolean
}

const megabyte = 1024 * 1024
/**
 * Forms have a budget separate from uploads, and from large forms of visitors, who may not upload: these stay until they
 * are refused.
 */
const budgets = {
  forms: bodyBudget({ perClient: 4 * megabyte, total: 32 * megabyte }),
  refused: bodyBudget({ perClient: megabyte, total: 8 * megabyte }),
  uploads: bodyBudget({ perClient: 4 * megabyte, total: 96 * megabyte }),
}
/** Calls of the provider at the same time. */
const signInLimits = { atOnce: 32, waiting: 200, waitingPerClient: 20, longestGivesWay: true }
/** Requests that wait for a drawing. Each gets a copy of half a megabyte. */
/** In milliseconds. Only an upload may take as long as the listener allows. */
const waiting = { idleMs: 10_000, formMs: 15_000, uploadMs: 120_000 }
const smallForm = 64 * 1024

/** Receives the body of a form without a file, or the beginning of a larger one. */
export function receiveForm(request: Request): Promise<LimitedRequest> {
  const { idleMs } = waiting
  const client = clientOf(request, recentMemberOf(request))
  const totalMs = formMs(request)
  return receiveAhead(request, { maxBytes: smallForm, idleMs, totalMs, client, budget: budgets.forms })
}

function recentMemberOf(request: Request): string | undefined {
  return recentMember(request.headers.get('cookie'), request.url)
}

function clientOf(request: Request, memberId: string | null | undefined): string {
  return memberId ? senderName(memberId) : customerOf(clientAddress(request))
}

/** As long as 1 KB a second takes, and 15 s besides. */
function formMs(request: Request): number {
  const length = Number(request.headers.get('content-length') ?? 0)
  return Math.min(waiting.formMs + length, waiting.uploadMs)
}

export function loadBuild(folder: string): Promise<ServerBuild> {
  return import(pathToFileURL(join(folder, 'server/index.js')).href)
}

export async function builtPages(folder: string, services: Services): Promise<Pages> {
  const build = await loadBuild(folder)
  return pagesOf(build, createRequestHandler(build, 'production'), services)
}

export function pagesOf(
  build: ServerBuild,
  handle: ReturnType<typeof createRequestHandler>,
  services: Services,
): Pages {
  const signIns = openQueue(signInLimits)
  const entry = build.entry.module as typeof build.entry.module & ServerEntry
  return async (request, nonce, { leave = () => undefined, enter, holdDownload } = {}) => {
    const from = linePath(clientAddress(request), recentMemberOf(request))
    const { signal } = request
    const identity = waitingClient(services.identity, { queue: signIns, from, signal, leave })
    const files = waitingFiles(services.files, leave)
    let limited: LimitedRequest | undefined
    const context = await entry.createLoadContext(
      {
        ...services,
        identity,
        files,
        holdDownload,
        keepBody: (bytes) => limited?.keep(bytes),
        enterQueue: enter,
      },
      request,
      nonce,
    )
    const memberId = entry.memberIdOf(context, request)
    if (memberId !== undefined) rememberMember(request, memberId)
    const { maxBytes, answersItself } = entry.bodyLimit(request, context)
    const length = Number(request.headers.get('content-length') ?? 0)
    if (length > maxBytes && !answersItself) return refusedBody(new RequestBodyError(413))
    const isUpload = maxBytes > smallForm
    const isReceived = length > 0 && length <= smallForm
    if (request.method === 'POST' && !isReceived && (isUpload || answersItself)) leave()
    const budget = isUpload ? budgets.uploads : length > smallForm ? budgets.refused : budgets.forms
    limited = limitBody(request, {
      maxBytes,
      // Its file is written to disk as it arrives.
      isReleased: isUpload && isMultipart(request.headers.get('content-type')),
      idleMs: waiting.idleMs,
      totalMs: isUpload ? waiting.uploadMs : formMs(request),
      client: clientOf(request, budget === budgets.refused ? null : memberId),
      budget,
    })
    try {
      const response = await handle(limited.request, context)
      const error = limited.error()
      const instead = entry.hadOutage(context)
        ? outage(request, services)
        : error && !answersItself && refusedBody(error)
      if (!instead) return withErrorPage(request, response)
      // A response without a reader may keep a file open.
      await response.body?.cancel().catch(() => undefined)
      return instead
    } finally {
      limited.done()
    }
  }
}

function outage(request: Request, { config }: Services): Response {
  const [accept, cookie] = [request.headers.get('accept'), request.headers.get('cookie')]
  const { body, ...init } = outageAnswer({
    productName: config.productName,
    publicUrl: config.publicUrl,
    method: request.method,
    accept,
    cookie,
  })
  return new Response(request.method === 'HEAD' ? null : body, init)
}

function refusedBody({ status, message }: RequestBodyError): Response {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  if (status !== 413) headers.set('Retry-After', '5')
  return new Response(`${message}\n`, { status, headers })
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
  return new Response(`${refusals[status] ?? 'Something went wrong. Please try again.'}\n`, {
    status,
    headers,
  })
}

const refusals: Record<number, string> = {
  403: 'Access Denied',
  404: 'Not found',
  405: 'This address takes GET, HEAD only.',
}
