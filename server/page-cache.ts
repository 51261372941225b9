import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
  /** When its rendering began, and until when it is sent; by `performance.now()`. */
  begun: number
  sentUntil: number
  headers: Record<string, string>
  plain: Buffer
  /** In the encodings that were asked for. */
  encoded: Map<Encoding, { body: Buffer; headers: Record<string, string> & { etag: string } }>
}

/** In milliseconds since the rendering began. */
const age = { fresh: 1_000, whileRefreshed: 2_000, duringOutage: 60_000 }

/** The query parameters that public pages read. An address with any other is not shared. */
const parameters = 'after before kind mode ninjas order page period shown sort status tool type view'.split(
  ' ',
)

/** The paths whose answers do not depend on cookies. */
const sameForAll =
  /^\/(sitemap\.xml|robots\.txt|challenges\.(ics|atom)|results\.atom|profile\/[^/]+\/submissions\.atom)$/

/**
 * Shares pages between visitors. A copy is sent for a second; then one request renders a new one while others get the
 * old one for another second. If that fails or takes longer than a second, the old copy is sent for up to a minute
 * (decision 034).
 */
export function openPageCache(config: Config, formTargets: () => string[], maxSize = 24 * 1024 * 1024) {
  const { publicUrl, hstsSubdomains, demo } = config
  const sizeCalculation = ({ plain }: Copy) => 4_000 + 2 * plain.byteLength
  const copies = new LRUCache<string, Copy>({ max: 500, maxSize, sizeCalculation })
  let renderings = new Map<string, Promise<Copy | undefined>>()

  const answer: QuickAnswer = (request, response, id) => {
    const { method, url = '', headers } = request
    const key = keyOf(method, url, headers.cookie)
    const isHere = !demo || demoHost(headers.host, url, publicUrl).is === 'here'
    const copy = key !== undefined && isHere ? copies.get(key) : undefined
    const encoded = copy?.encoded.get(encodingFor(headers['accept-encoding'], ['br', 'gzip']))
    if (!copy || !encoded || performance.now() >= copy.sentUntil) return false
    const isKnown = headers['if-none-match']?.includes(encoded.headers.etag)
    response.writeHead(isKnown ? 304 : 200, { ...encoded.headers, [requestIdHeader]: id })
    response.end(isKnown || method === 'HEAD' ? undefined : encoded.body)
    return true
  }

  /** Makes pages, once for all requests at the same time, and keeps those that may be shared. */
  function keep(make: Pages): Pages {
    return async (request, nonce) => {
      const { pathname, search } = new URL(request.url)
      const key = keyOf(request.method, pathname + search, request.headers.get('cookie') ?? undefined)
      if (key === undefined || request.method !== 'GET') return make(request, nonce)
      const known = copies.get(key)
      const current = known && performance.now() < known.sentUntil ? known : renderings.get(key)
      const copy = current && (await current)
      if (copy) return responseOf(copy, request)
      const all = renderings
      // If the first request got nothing to share, each of the others tries again.
      const made = make(asVisitor(request, publicUrl), nonce)
      const rendering = renew(key, made, nonce)
      all.set(key, rendering)
      const next = await rendering.finally(() => all.delete(key))
      return next ? responseOf(next, request) : made
    }
  }

  /** Keeps a page, or the old one if the page failed; without one to share, deletes the old one. */
  async function renew(key: string, made: Promise<Response>, nonce: string): Promise<Copy | undefined> {
    const [begun, all] = [performance.now(), renderings]
    const old = copies.peek(key)
    const sendOld = (until: number) => old && Object.assign(old, { sentUntil: old.begun + until })
    sendOld(age.whileRefreshed)
    const slow = setTimeout(sendOld, age.fresh, age.duringOutage)
    const page = await made.catch(() => undefined)
    const copy = page && (await toCopy(page, nonce, begun).catch(() => undefined))
    // In all encodings that are asked for, before it takes the place of the old one.
    for (const encoding of old?.encoded.keys() ?? []) if (copy) await encodeCopy(copy, encoding)
    clearTimeout(slow)
    // A page that says no-store lacks a part that could not be loaded.
    const isIncomplete = page?.ok && /no-store/.test(page.headers.get('cache-control') ?? '')
    const oldAge = old ? performance.now() - old.begun : age.duringOutage
    if ((!page || page.status >= 500 || isIncomplete) && oldAge < age.duringOutage)
      return sendOld(Math.min(oldAge + age.fresh, age.duringOutage))
    // Not if the pages were cleared since it was begun.
    if (all === renderings) copies.set(key, copy)
    return copy
  }

  /** Undefined for a response to one visitor only, left unread. Hashes replace the nonce, in linear time for any text. */
  async function toCopy(page: Response, nonce: string, begun: number): Promise<Copy | undefined> {
    if (page.status !== 200 || !isPage(page.headers) || page.headers.has('set-cookie')) return undefined
    if (/no-store|private/.test(page.headers.get('cache-control') ?? '')) return undefined
    page.headers.append('Vary', 'Accept-Encoding')
    const pieces = (await page.text()).split(` nonce="${nonce}"`)
    const afterScripts = pieces.slice(1).filter((_, at) => /<script[^<]*$/.test(pieces[at] ?? ''))
    const scripts = afterScripts.map((text) => text.slice(text.indexOf('>') + 1, text.indexOf('</script>')))
    const sources = new Set(
      scripts.filter(Boolean).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`),
    )
    const security = securityHeaders({ publicUrl, hstsSubdomains, formTargets: formTargets() }, [...sources])
    const headers = { ...Object.fromEntries(page.headers), ...security }
    const plain = Buffer.from(pieces.join(''))
    return { begun, sentUntil: begun + age.fresh, headers, plain, encoded: new Map() }
  }

  /** What decides the page for a visitor; undefined if it is for one visitor only. */
  function keyOf(method = '', url = '', cookies?: string): string | undefined {
    if (!['GET', 'HEAD'].includes(method) || url.length > 1_000) return undefined
    const [path = '', query] = url.split('?', 2)
    const choices = sameForAll.test(path) ? '' : choicesOnly(cookies, publicUrl)
    const names = query?.split('&').map((pair) => pair.split('=', 1)[0] ?? '') ?? []
    const isOdd = names.some((name, at) => !parameters.includes(name) || names.indexOf(name) !== at)
    if (choices === undefined || isOdd || /\.(png|webp)$/.test(path)) return undefined
    return choices === '' ? url : `${url} ${choices}`
  }

  /** Forgets all pages: each is made again. */
  function clear(): void {
    copies.clear()
    renderings = new Map()
  }

  return { answer, keep, clear }
}

/** A request that holds only what visitors have in common, and that a client cannot abort. */
function asVisitor({ url, headers }: Request, publicUrl: string): Request {
  const choices = choicesOnly(headers.get('cookie') ?? undefined, publicUrl)
  const common = new Headers({ Accept: 'text/html', ...(choices && { Cookie: choices }) })
  for (const name of [clientAddressHeader, requestIdHeader]) common.set(name, headers.get(name) ?? '')
  return new Request(url, { headers: common })
}

/** Adds an encoding, with an entity tag. */
async function encodeCopy({ headers, plain, encoded }: Copy, encoding: Encoding) {
  const body = await encode(plain, encoding)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const coding = encoding !== 'identity' && { 'content-encoding': encoding }
  const sent = { body, headers: { ...headers, etag, 'content-length': String(body.byteLength), ...coding } }
  encoded.set(encoding, sent)
  return sent
}

async function responseOf(copy: Copy, { headers: asked }: Request): Promise<Response> {
  const encoding = encodingFor(asked.get('accept-encoding'), ['br', 'gzip'])
  const { headers, body } = copy.encoded.get(encoding) ?? (await encodeCopy(copy, encoding))
  const isKnown = asked.get('if-none-match')?.includes(headers.etag)
  return new Response(isKnown ? null : Uint8Array.from(body), { status: isKnown ? 304 : 200, headers })
}
