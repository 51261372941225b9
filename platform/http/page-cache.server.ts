/** Answers a request; `nonce` is the one-time value of its scripts. */
type Handler = (request: Request, nonce: string, onUpload?: () => void) => Promise<Response>

interface PageCacheOptions {
  milliseconds: number
  pages: number
}

/** A page split at its nonce, which differs in each response. */
interface CachedPage {
  headers: Headers
  aroundNonces: string[]
}

interface Entry {
  begun: number
  /** Undefined if the response turned out to be for one visitor only. */
  page: Promise<CachedPage | undefined>
}

const maxUrlLength = 1_000

/**
 * Shares the pages of `make` for a moment between requests without cookies. Requests that arrive during a rendering
 * wait for it. A form that a member submitted clears the cache, so that the change is visible on every page.
 */
export function cachedPages(make: Handler, { milliseconds, pages }: PageCacheOptions): Handler {
  const entries = new Map<string, Entry>()
  const isFresh = ({ begun }: Entry) => performance.now() - begun < milliseconds

  async function renderShared(request: Request, nonce: string): Promise<Response> {
    const begun = performance.now()
    const answer = make(request, nonce)
    const entry = { begun, page: answer.then((response) => toCachedPage(response, nonce)) }
    entries.delete(request.url)
    entries.set(request.url, entry)
    if (entries.size > pages) entries.delete(leastUseful(entries, isFresh))
    const cached = await entry.page.catch(() => undefined)
    if (!cached && entries.get(request.url) === entry) entries.delete(request.url)
    return cached ? respond(cached, nonce) : answer
  }

  return async (request, nonce, onUpload) => {
    if (request.method === 'POST') {
      const response = make(request, nonce, onUpload)
      const changed = await response.then(
        (answer) => mayHaveChanged(request, answer),
        () => true,
      )
      if (changed) entries.clear()
      return response
    }
    if (!isCacheable(request)) return make(request, nonce)
    const entry = entries.get(request.url)
    // If the first request failed, each of the others tries again.
    const cached = entry && isFresh(entry) ? await entry.page.catch(() => undefined) : undefined
    return cached ? respond(cached, nonce) : renderShared(request, nonce)
  }
}

/** Only members change what others see. */
function mayHaveChanged({ headers }: Request, { status }: Response): boolean {
  return headers.has('cookie') && status < 400
}

/** An expired page if there is one, else one with a query: anyone can invent any number of queries. */
function leastUseful(entries: Map<string, Entry>, isFresh: (entry: Entry) => boolean): string {
  const [[url, entry] = ['', undefined]] = entries
  if (entry && !isFresh(entry)) return url
  return [...entries.keys()].find((other) => other.includes('?')) ?? url
}

function isCacheable({ method, headers, url }: Request): boolean {
  return method === 'GET' && !headers.has('cookie') && url.length <= maxUrlLength
}

/** The shareable part of a response; a response that must not be shared is left unread. */
async function toCachedPage(response: Response, nonce: string): Promise<CachedPage | undefined> {
  const { status, headers } = response
  if (status !== 200 || headers.has('set-cookie')) return undefined
  if (headers.get('cache-control')?.includes('no-store')) return undefined
  if (!headers.get('content-type')?.startsWith('text/html')) return undefined
  return { headers, aroundNonces: (await response.text()).split(nonce) }
}

function respond({ headers, aroundNonces }: CachedPage, nonce: string): Response {
  const page = Buffer.from(aroundNonces.join(nonce))
  const response = new Response(page, { headers })
  response.headers.set('Content-Length', String(page.byteLength))
  return response
}
