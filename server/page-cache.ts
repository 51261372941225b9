import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Config } from '#platform/config/config.server.ts'
import { choicesOnly } from '#platform/http/choice-cookies.ts'
import { clientAddressHeader } from '#platform/http/client-address.ts'
import { type Encoding, encode, encodingFor, isPage } from '#platform/http/compress.server.ts'
import { requestIdHeader } from '#platform/http/request-id.server.ts'
import { demoHost, securityHeaders } from './middleware/security.ts'
import type { Pages } from './pages.ts'

/** Answers a request at once if it can; false if not. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse, id: string) => boolean

interface Copy {
  /** By `performance.now()`. */
  madeAt: number
  headers: Record<string, string> & { etag: string }
  body: Buffer
}

interface Rendering {
  begin(): Promise<Response>
  nonce: string
  encoding: Encoding
}

const freshMs = 1_000
const longestWaitMs = 1_000
const longestUseMs = 60_000

/** The paths whose answers do not depend on cookies. */
const sameForAll =
  /^\/(sitemap\.xml|robots\.txt|challenges\.(ics|atom)|results\.atom|profile\/[^/]+\/submissions\.atom)$/

/**
 * Shares pages between visitors. A copy is sent for a second; then requests wait for the next one. If its rendering fails
 * or takes longer than a second, they get the old copy for up to a minute (decision 034).
 */
export function openPageCache(config: Config, formTargets: () => string[], maxSize = 24 * 1024 * 1024) {
  const { publicUrl, hstsSubdomains, demo } = config
  const copies = new LRUCache<string, Copy, Rendering>({
    max: 500,
    maxSize,
    sizeCalculation: ({ body }) => 4_000 + body.byteLength,
    ttl: freshMs,
    perf: performance,
    noDeleteOnStaleGet: true,
    // A rendering whose place in the cache is taken still answers those who wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(key, old, { context }) {
      const copy = await render(context, old)
      // The cache would keep the old one, of a page that may be for nobody by now.
      if (!copy) copies.delete(key)
      return copy
    },
  })

  const answer: QuickAnswer = (request, response, id) => {
    const { method, url = '', headers } = request
    const key = keyOf(method, url, headers)
    const isHere = !demo || demoHost(headers.host, url, publicUrl).is === 'here'
    const copy = key !== undefined && isHere ? copies.get(key) : undefined
    if (!copy) return false
    const isKnown = headers['if-none-match']?.includes(copy.headers.etag)
    response.writeHead(isKnown ? 304 : 200, { ...copy.headers, [requestIdHeader]: id })
    response.end(isKnown || method === 'HEAD' ? undefined : copy.body)
    return true
  }

  /** Makes pages, once for all requests at the same time, and keeps those that may be shared. */
  function keep(make: Pages): Pages {
    return async (request, nonce) => {
      const { pathname, search } = new URL(request.url)
      const key = keyOf(request.method, pathname + search, Object.fromEntries(request.headers))
      if (key === undefined || request.method !== 'GET') return make(request, nonce)
      let page: Promise<Response> | undefined
      const begin = () => (page = make(asVisitor(request, publicUrl), nonce))
      const context = { begin, nonce, encoding: encodingOf(request.headers.get('accept-encoding')) }
      const old = copies.peek(key, { allowStale: true })
      const late = isRecent(old) ? [sleep(longestWaitMs, old, { ref: false })] : []
      const copy = await Promise.race([copies.fetch(key, { context }).catch(() => undefined), ...late])
      if (copy) return responseOf(copy, request)
      return page ?? make(request, nonce)
    }
  }

  /** The next copy, or the old one if the page failed; undefined for a page that cannot be shared, left unread. */
  async function render({ begin, nonce, encoding }: Rendering, old?: Copy): Promise<Copy | undefined> {
    const page = await begin().catch(() => undefined)
    const caching = page?.headers.get('cache-control') ?? ''
    // A page that says no-store lacks a part that could not be loaded.
    const isWhole = page && page.status < 500 && !(page.ok && caching.includes('no-store'))
    if (!isWhole) return isRecent(old) ? old : undefined
    const isForOne = caching.includes('private') || page.headers.has('set-cookie')
    if (page.status !== 200 || !isPage(page.headers) || isForOne) return undefined
    return toCopy(page, nonce, encoding)
  }

  /** Hashes replace the nonce, in linear time for any text. */
  async function toCopy(page: Response, nonce: string, encoding: Encoding): Promise<Copy> {
    page.headers.append('Vary', 'Accept-Encoding')
    const pieces = (await page.text()).split(` nonce="${nonce}"`)
    const afterScripts = pieces.slice(1).filter((_, at) => /<script[^<]*$/.test(pieces[at] ?? ''))
    const scripts = afterScripts.map((text) => text.slice(text.indexOf('>') + 1, text.indexOf('</script>')))
    const sources = scripts.filter(Boolean).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
    const security = securityHeaders({ publicUrl, hstsSubdomains, formTargets: formTargets() }, sources)
    const body = await encode(Buffer.from(pieces.join('')), encoding)
    const headers = {
      ...Object.fromEntries(page.headers),
      ...security,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': String(body.byteLength),
      etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    }
    return { madeAt: performance.now(), headers, body }
  }

  /** What decides the page for a visitor; undefined if it is for one visitor only. */
  function keyOf(method = '', url: string, headers: IncomingHttpHeaders): string | undefined {
    if (!['GET', 'HEAD'].includes(method) || url.length > 1_000) return undefined
    const [path = ''] = url.split('?', 1)
    const choices = sameForAll.test(path) ? '' : choicesOnly(headers.cookie, publicUrl)
    if (choices === undefined || /\.(png|webp)$/.test(path)) return undefined
    return [encodingOf(headers['accept-encoding']), url, choices].join(' ')
  }

  /** Forgets all pages, also those that are being made: each is made again. */
  return { answer, keep, clear: () => copies.clear() }
}

function encodingOf(accepted: unknown): Encoding {
  return encodingFor(accepted, ['br', 'gzip'])
}

/** Whether a copy may still be sent where no newer one can be rendered. */
function isRecent(copy: Copy | undefined): copy is Copy {
  return copy !== undefined && performance.now() - copy.madeAt < longestUseMs
}

/** A request that holds only what visitors have in common, and that a client cannot abort. */
function asVisitor({ url, headers }: Request, publicUrl: string): Request {
  const choices = choicesOnly(headers.get('cookie') ?? undefined, publicUrl)
  const common = new Headers({ Accept: 'text/html', ...(choices && { Cookie: choices }) })
  for (const name of [clientAddressHeader, requestIdHeader]) common.set(name, headers.get(name) ?? '')
  return new Request(url, { headers: common })
}

function responseOf({ headers, body }: Copy, { headers: asked }: Request): Response {
  const isKnown = asked.get('if-none-match')?.includes(headers.etag)
  return new Response(isKnown ? null : Uint8Array.from(body), { status: isKnown ? 304 : 200, headers })
}
