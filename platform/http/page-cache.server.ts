import type { IncomingMessage, ServerResponse } from 'node:http'
import { choicesOnly } from './choice-cookies.ts'
import { clientAddressHeader } from './client-address.ts'
import { requestIdHeader } from './request-id.server.ts'
import { type Asked, type SharedAnswer, type SharedPage, toSharedPage } from './shared-page.server.ts'

/** Answers a request; `nonce` is the one-time value of its scripts. `places` are passed on. */
type Handler<Places> = (request: Request, nonce: string, places?: Places) => Promise<Response>

interface PageCacheOptions {
  publicUrl: string
  /** The names of query parameters that pages read. An address with any other is not shared. */
  parameters: readonly string[]
  /** The paths whose answers do not depend on cookies. */
  sameForAll: RegExp
  /** Of all pages in memory. */
  bytes: number
  /** Whether pages are shown under the host of this request. */
  isOwnHost(request: IncomingMessage): boolean
  /** The security headers of a page with inline scripts of these CSP sources. */
  secure(scripts: readonly string[]): Record<string, string>
}

/** Answers a request at once if it can; false if not. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse, id: string) => boolean

export interface PageCache {
  /** Sends a page in memory. */
  answer: QuickAnswer
  /** Makes pages, once for all requests at the same time, and keeps those that may be shared. */
  keep<Places>(make: Handler<Places>): Handler<Places>
}

interface Entry {
  page?: SharedPage
  /** When the rendering of `page` began. */
  begun: number
  /** What is to be sent to requests that arrive until it is made. */
  rendering?: { page: Promise<SharedPage | undefined>; begun: number }
  /** The response for which a new copy is made, while others get the old one. */
  refresher?: ServerResponse
  /** When the last rendering failed. */
  failed?: number
}

/** From the beginning of the rendering, in milliseconds. */
const age = { fresh: 1_000, whileRefreshed: 2_000, duringOutage: 60_000 }
const retryMs = 1_000
/** A rendering that takes longer is waiting, such as for a database that does not answer. */
const slowMs = 1_000
const maxUrlLength = 1_000
const mostPages = 500
const plainValue = /^[\w.%+-]{0,100}$/

/**
 * Shares pages between visitors. A copy is sent for a second; then one request renders a new one while the others get
 * the old one for another second. If rendering fails or takes longer, the old copy is sent for up to a minute. Only requests without
 * cookies other than choices that pages show are answered from here, or for `sameForAll`, and nothing else of a request
 * reaches the rendering.
 */
export function openPageCache(options: PageCacheOptions): PageCache {
  const entries = new Map<string, Entry>()
  const now = () => performance.now()

  function answer(request: IncomingMessage, response: ServerResponse, id: string): boolean {
    const page = options.isOwnHost(request) ? copyFor(request, response) : undefined
    const copy = page?.answer(request.headers)
    if (!copy) return false
    response.writeHead(copy.status, [...copy.headers, requestIdHeader, id])
    response.end(copy.body)
    return true
  }

  function copyFor(request: IncomingMessage, response: ServerResponse): SharedPage | undefined {
    const entry = entries.get(keyOf(request.method, request.url, request.headers.cookie) ?? '')
    const copy = entry && currentCopy(entry)
    if (copy || !entry?.page || request.method === 'HEAD') return copy
    const isRefreshed = entry.refresher !== undefined && entry.refresher !== response
    // Not while the refresher waits for its turn, in which one client could hold the page back for all.
    const isSlow = entry.rendering !== undefined && now() - entry.rendering.begun >= slowMs
    if ((isRefreshed || isSlow) && now() - entry.begun < (isSlow ? age.duringOutage : age.whileRefreshed))
      return entry.page
    if (!entry.refresher) {
      entry.refresher = response
      response.once('close', () => {
        if (entry.refresher === response) delete entry.refresher
      })
    }
    return undefined
  }

  /** A fresh copy, or an old one shortly after a failed attempt to make a new one. */
  function currentCopy({ page, begun, failed }: Entry): SharedPage | undefined {
    const hasFailed = failed !== undefined && now() - failed < retryMs
    return now() - begun < (hasFailed ? age.duringOutage : age.fresh) ? page : undefined
  }

  function keep<Places>(make: Handler<Places>): Handler<Places> {
    return async (request, nonce, places) => {
      const { pathname, search } = new URL(request.url)
      const cookies = request.headers.get('cookie') ?? undefined
      const key = request.method === 'GET' ? keyOf('GET', pathname + search, cookies) : undefined
      if (key === undefined) return make(request, nonce, places)
      const entry = entries.get(key)
      // If the first request got nothing to share, each of the others tries again.
      const page = entry && (currentCopy(entry) ?? (entry.rendering && (await entry.rendering.page)))
      return page ? respond(page, request) : render(key, { request, nonce, make })
    }
  }

  async function render(
    key: string,
    { request, nonce, make }: { request: Request; nonce: string; make: Handler<never> },
  ): Promise<Response> {
    const entry: Entry = entries.get(key) ?? { begun: now() }
    entries.set(key, entry)
    const begun = now()
    const response = make(asVisitor(request, options.publicUrl), nonce)
    const rendering = shareable(entry, { response, nonce, begun })
    entry.rendering = { page: rendering, begun }
    const page = await rendering
    if (entry.rendering?.page === rendering) delete entry.rendering
    // Its client may take long to read.
    delete entry.refresher
    // The newest comes last.
    if (entries.get(key) === entry) entries.delete(key)
    if (!page) return response
    entries.set(key, entry)
    return respond(page, request)
  }

  /** The page of the response, or the old copy if it failed; undefined if there is nothing to share. */
  async function shareable(
    entry: Entry,
    { response, nonce, begun }: { response: Promise<Response>; nonce: string; begun: number },
  ): Promise<SharedPage | undefined> {
    const page = await response
      .then((answer) => toSharedPage(answer, nonce, options.secure))
      .catch(() => undefined)
    if (page) {
      Object.assign(entry, { page, begun, failed: undefined })
      return page
    }
    if (!(await response.then(hasFailed, () => true)) || now() - entry.begun >= age.duringOutage)
      return undefined
    entry.failed = now()
    return entry.page
  }

  async function respond(page: SharedPage, request: Request): Promise<Response> {
    const asked = askedBy(request)
    await page.prepare(asked)
    trim()
    const { status, headers, body } = page.answer(asked) as SharedAnswer
    return new Response(body, { status, headers: pairs(headers) })
  }

  /** Removes pages too old to be sent, then those with a query, which anyone can invent, until the rest fits. */
  function trim(): void {
    for (const [key, { page, begun }] of entries)
      if (page && now() - begun >= age.duringOutage) entries.delete(key)
    const kept = [...entries].filter(([, { page }]) => page)
    let bytes = kept.reduce((sum, [, { page }]) => sum + (page?.bytes() ?? 0), 0)
    const hasQuery = ([key]: (typeof kept)[number]) => key.includes('?')
    while (bytes > options.bytes || kept.length > mostPages) {
      const [[key, { page }]] = kept.splice(Math.max(0, kept.findIndex(hasQuery)), 1) as [
        (typeof kept)[number],
      ]
      bytes -= page?.bytes() ?? 0
      entries.delete(key)
    }
  }

  /** What decides the page for a visitor; undefined if it is for one visitor only. */
  function keyOf(method = '', url = '', cookies?: string): string | undefined {
    if (!['GET', 'HEAD'].includes(method) || url.length > maxUrlLength) return undefined
    const [path, query] = splitOnce(url, '?')
    const choices = options.sameForAll.test(path) ? '' : choicesOnly(cookies, options.publicUrl)
    if (choices === undefined) return undefined
    if (isImage(path) || (query !== undefined && !isKnown(query))) return undefined
    return choices === '' ? url : `${url} ${choices}`
  }

  /** Whether each parameter is read by some page, stands there once and has a plain value. */
  function isKnown(query: string): boolean {
    const names = query.split('&').map((pair) => {
      const [name, value = ''] = splitOnce(pair, '=')
      return plainValue.test(value) ? name : ''
    })
    return names.every((name, place) => options.parameters.includes(name) && names.indexOf(name) === place)
  }

  return { answer, keep }
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, place) => (place % 2 === 0 ? [[name, flat[place + 1] ?? '']] : []))
}

/** Images are not shared, and depend on more of the request. */
function isImage(path: string): boolean {
  return /\.(png|webp)$/.test(path)
}

function splitOnce(text: string, separator: string): [before: string, after?: string] {
  const place = text.indexOf(separator)
  return place === -1 ? [text] : [text.slice(0, place), text.slice(place + 1)]
}

/** A request that holds only what visitors have in common, and that a client cannot abort. */
function asVisitor({ url, headers }: Request, publicUrl: string): Request {
  const common = new Headers({ Accept: 'text/html' })
  for (const name of [clientAddressHeader, requestIdHeader]) common.set(name, headers.get(name) ?? '')
  const choices = choicesOnly(headers.get('cookie') ?? undefined, publicUrl)
  if (choices) common.set('Cookie', choices)
  return new Request(url, { headers: common })
}

/** Also a page without a part that could not be loaded. */
function hasFailed({ status, headers }: Response): boolean {
  return status >= 500 || (status === 200 && headers.get('cache-control')?.includes('no-store') === true)
}

function askedBy({ headers }: Request): Asked {
  return {
    'accept-encoding': headers.get('accept-encoding') ?? '',
    'if-none-match': headers.get('if-none-match') ?? undefined,
  }
}
