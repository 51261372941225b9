import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { choicesOnly } from './choice-cookies.ts'
import { clientAddressHeader } from './client-address.ts'
import { encodingFor } from './compress.server.ts'
import { type Copy, encodeCopy, toCopy } from './page-copy.server.ts'
import { requestIdHeader } from './request-id.server.ts'

type Pages = (request: Request, nonce: string) => Promise<Response>

/** Answers a request at once if it can; false if not. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse, id: string) => boolean

interface PageCacheOptions {
  publicUrl: string
  /** The query parameters that pages read. An address with any other is not shared. */
  parameters: readonly string[]
  /** The paths whose answers do not depend on cookies. */
  sameForAll: RegExp
  bytes: number
  isOwnHost(request: IncomingMessage): boolean
  /** The security headers of a page with inline scripts of these CSP sources. */
  secure(scripts: readonly string[]): Record<string, string>
}

/** In milliseconds since the rendering began. */
const age = { fresh: 1_000, whileRefreshed: 2_000, duringOutage: 60_000 }

export type PageCache = ReturnType<typeof openPageCache>

/**
 * Shares pages between visitors. A copy is sent for a second; then one request renders a new one while others get the
 * old one for another second. If that fails or takes longer than a second, the old copy is sent for up to a minute.
 */
export function openPageCache(options: PageCacheOptions) {
  const sizeCalculation = ({ plain }: Copy) => 4_000 + 2 * plain.byteLength
  const copies = new LRUCache<string, Copy>({ max: 500, maxSize: options.bytes, sizeCalculation })
  const renderings = new Map<string, { begun: number; copy: Promise<Copy | undefined> }>()
  /** How often it was cleared. */
  let clearings = 0
  const now = () => performance.now()

  const answer: QuickAnswer = (request, response, id) => {
    const { method, url, headers } = request
    const key = keyOf(method, url, headers.cookie)
    const copy = key !== undefined && options.isOwnHost(request) ? copies.get(key) : undefined
    if (!copy || !isSent(copy, renderings.get(key as string)?.begun)) return false
    const sent = copy.encoded.get(encodingFor(headers['accept-encoding'], ['br', 'gzip']))
    if (!sent) return false
    const isKnown = headers['if-none-match']?.includes(sent.headers.ETag as string)
    response.writeHead(isKnown ? 304 : 200, { ...sent.headers, [requestIdHeader]: id })
    response.end(isKnown || method === 'HEAD' ? undefined : sent.body)
    return true
  }

  /** Whether a copy is fresh, or was a moment ago and a new one is being made since `renderingSince`. */
  function isSent({ begun, freshUntil }: Copy, renderingSince?: number): boolean {
    if (now() < freshUntil || renderingSince === undefined) return now() < freshUntil
    const isSlow = now() - renderingSince >= age.fresh
    return now() - begun < (isSlow ? age.duringOutage : age.whileRefreshed)
  }

  /** Makes pages, once for all requests at the same time, and keeps those that may be shared. */
  function keep(make: Pages): Pages {
    return async (request, nonce) => {
      const { pathname, search } = new URL(request.url)
      const key = keyOf(request.method, pathname + search, request.headers.get('cookie') ?? undefined)
      if (key === undefined || request.method !== 'GET') return make(request, nonce)
      const known = copies.get(key)
      if (known && now() < known.freshUntil) return responseOf(known, request)
      const rendering = renderings.get(key)
      const copy = rendering && (await rendering.copy)
      // If the first request got nothing to share, each of the others tries again.
      return copy ? responseOf(copy, request) : render(key, request, nonce, make)
    }
  }

  async function render(key: string, request: Request, nonce: string, make: Pages): Promise<Response> {
    const made = make(asVisitor(request, options.publicUrl), nonce)
    const rendering = copyOf(key, made, nonce, now())
    renderings.set(key, { begun: now(), copy: rendering })
    const copy = await rendering.finally(() => {
      if (renderings.get(key)?.copy === rendering) renderings.delete(key)
    })
    return copy ? responseOf(copy, request) : made
  }

  /** The copy of a page, or the old one if the page failed; undefined if there is nothing to share. */
  async function copyOf(key: string, made: Promise<Response>, nonce: string, begun: number) {
    const since = clearings
    const page = await made.catch(() => undefined)
    const hasFailed = !page || page.status >= 500 || isIncomplete(page)
    const old = copies.peek(key)
    if (old && hasFailed && now() - old.begun < age.duringOutage) {
      old.freshUntil = Math.min(now() + age.fresh, old.begun + age.duringOutage)
      return old
    }
    const copy = page && (await toCopy(page, nonce, options.secure))
    if (!copy) return void copies.delete(key)
    Object.assign(copy, { begun, freshUntil: begun + age.fresh })
    // In all encodings that are asked for, before it takes the place of the old one.
    for (const encoding of old?.encoded.keys() ?? []) await encodeCopy(copy, encoding)
    // A page that was begun before may show what is no longer so.
    if (since === clearings) copies.set(key, copy)
    return copy
  }

  /** What decides the page for a visitor; undefined if it is for one visitor only. */
  function keyOf(method = '', url = '', cookies?: string): string | undefined {
    if (!['GET', 'HEAD'].includes(method) || url.length > 1_000) return undefined
    const [path = '', query] = url.split('?', 2)
    const choices = options.sameForAll.test(path) ? '' : choicesOnly(cookies, options.publicUrl)
    const names = query?.split('&').map((pair) => pair.split('=', 1)[0] ?? '') ?? []
    const isOdd = names.some((name, at) => !options.parameters.includes(name) || names.indexOf(name) !== at)
    if (choices === undefined || isOdd || /\.(png|webp)$/.test(path)) return undefined
    return choices === '' ? url : `${url} ${choices}`
  }

  /** Forgets all pages: each is made again. */
  function clear(): void {
    clearings += 1
    copies.clear()
    renderings.clear()
  }

  return { answer, keep, clear }
}

async function responseOf(copy: Copy, request: Request): Promise<Response> {
  const encoding = encodingFor(request.headers.get('accept-encoding'), ['br', 'gzip'])
  const { headers, body } = copy.encoded.get(encoding) ?? (await encodeCopy(copy, encoding))
  const isKnown = request.headers.get('if-none-match')?.includes(headers.ETag as string)
  return new Response(isKnown ? null : Uint8Array.from(body), { status: isKnown ? 304 : 200, headers })
}

/** A request that holds only what visitors have in common, and that a client cannot abort. */
function asVisitor({ url, headers }: Request, publicUrl: string): Request {
  const common = new Headers({ Accept: 'text/html' })
  for (const name of [clientAddressHeader, requestIdHeader]) common.set(name, headers.get(name) ?? '')
  const choices = choicesOnly(headers.get('cookie') ?? undefined, publicUrl)
  if (choices) common.set('Cookie', choices)
  return new Request(url, { headers: common })
}

/** A page that says no-store lacks a part that could not be loaded. */
function isIncomplete({ ok, headers }: Response): boolean {
  return ok && /no-store/.test(headers.get('cache-control') ?? '')
}
