/** Answers a request; `nonce` is the word that its scripts are known by. */
type Answering = (request: Request, nonce: string, onUpload?: () => void) => Promise<Response>

interface PageCacheOptions {
  /** How long a page is shared, counted from when it was begun. */
  milliseconds: number
  /** How many pages are kept at most; the oldest goes first. */
  pages: number
}

/** A page without its nonce, which is another one each time it is sent. */
interface Kept {
  headers: Headers
  aroundNonces: string[]
}

interface Entry {
  begun: number
  /** Nothing where the answer turned out to be for one visitor alone. */
  page: Promise<Kept | undefined>
}

const longestAddress = 1_000

/**
 * Pages of `make`, made once for all who ask within a moment and of whom nothing is known: no cookie, so no member,
 * no look and no answer about cookies. Whoever asks while a page is being made waits for it. A form that was sent ends
 * the sharing of what was made before: whoever is told that something is done finds it done on every page.
 */
export function cachedPages(make: Answering, { milliseconds, pages }: PageCacheOptions): Answering {
  const entries = new Map<string, Entry>()

  async function makeForAll(request: Request, nonce: string): Promise<Response> {
    const begun = performance.now()
    const answer = make(request, nonce)
    const entry = { begun, page: answer.then((response) => keep(response, nonce)) }
    entries.delete(request.url)
    entries.set(request.url, entry)
    if (entries.size > pages) entries.delete(oldest(entries))
    const kept = await entry.page.catch(() => undefined)
    if (!kept && entries.get(request.url) === entry) entries.delete(request.url)
    return kept ? send(kept, nonce) : answer
  }

  return async (request, nonce, onUpload) => {
    if (request.method === 'POST') return make(request, nonce, onUpload).finally(() => entries.clear())
    if (!isForAnyone(request)) return make(request, nonce)
    const entry = entries.get(request.url)
    const fresh = entry && performance.now() - entry.begun < milliseconds
    // What failed for the first who asked is tried again for each of the others.
    const kept = fresh ? await entry.page.catch(() => undefined) : undefined
    return kept ? send(kept, nonce) : makeForAll(request, nonce)
  }
}

function oldest(entries: Map<string, Entry>): string {
  const [first = ''] = entries.keys()
  return first
}

function isForAnyone({ method, headers, url }: Request): boolean {
  return method === 'GET' && !headers.has('cookie') && url.length <= longestAddress
}

/** What may be shared of a response; one that may not is left unread. */
async function keep(response: Response, nonce: string): Promise<Kept | undefined> {
  const { status, headers } = response
  if (status !== 200 || headers.has('set-cookie')) return undefined
  if (headers.get('cache-control')?.includes('no-store')) return undefined
  if (!headers.get('content-type')?.startsWith('text/html')) return undefined
  return { headers, aroundNonces: (await response.text()).split(nonce) }
}

function send({ headers, aroundNonces }: Kept, nonce: string): Response {
  const page = Buffer.from(aroundNonces.join(nonce))
  const response = new Response(page, { headers })
  response.headers.set('Content-Length', String(page.byteLength))
  return response
}
