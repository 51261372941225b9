import { sessionKeyHeader } from '#platform/http/session-key.ts'

const offlinePath = '/offline'

const id = '[0-9a-f]{8}-[0-9a-f-]{27}'
const sections = `all|archive|voting|submissions|${id}(/results|/submissions(/${id})?)?`
const single = 'showcase|tools|resources(/kdp-publishing-guide)?|community|contact|leaderboard'
const legal = 'privacy-policy|terms|cookies'
const publicPage = new RegExp(
  `^/(${single}|${legal}|challenges(/(${sections}))?|profile/${id}(/submissions)?)?$`,
)
const draftPage = new RegExp(`^/challenges/${id}/submit$`)

const mostPages = 60
const freshMs = 10 * 60_000

/** The path and query of the page that a request loads: its document, or the data that the router asks for. */
export function pageOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>): string | undefined {
  const { pathname, searchParams } = new URL(url)
  const isData = pathname.endsWith('.data')
  if (method !== 'GET' || (mode !== 'navigate' && !isData)) return undefined
  const path = isData ? pathname.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '') : pathname
  if (isData) searchParams.delete('_routes')
  const query = searchParams.toString()
  return query ? `${path}?${query}` : path
}

/** The page of the draft that a form is about to save, send or delete; undefined for other forms. */
export function draftSavedAt(path: string): string | undefined {
  const page = path.replace(/(\/draft(\/delete)?|\/submit)(\.data)?$/, '/submit')
  return draftPage.test(page) ? page : undefined
}

/**
 * What a browser keeps of one release: files of the build, public pages as visitors get them, and the drafts of the
 * current session. Nothing else of a member is stored.
 */
export function openKeptPages(release: string) {
  const [assets, pages, drafts] = [`assets ${release}`, `pages ${release}`, `drafts ${release} `]
  /** The session that drafts are kept for; null for a visitor, undefined until it is known. */
  let current: string | null | undefined
  /** How often it changed: a draft that was fetched before a change is not kept. */
  let changes = 0

  async function install(files: readonly string[]): Promise<void> {
    await (await caches.open(assets)).addAll([...files, offlinePath])
  }

  /** Drops what earlier releases kept, but not the files of the one before, which open pages may still load. */
  async function takeOver(): Promise<void> {
    const others = (await caches.keys()).filter(
      (name) => !/^(assets|pages) /.test(name) || !name.endsWith(` ${release}`),
    )
    const before = others.findLast((name) => name.startsWith('assets '))
    const paths = await pathsIn(others.filter((name) => name.startsWith('drafts ')))
    await Promise.all(paths.map((path) => keep(path).catch(() => undefined)))
    await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
  }

  /** A file of the build. Its name changes with its content. */
  async function asset(request: Request): Promise<Response> {
    const kept = await caches.match(request, { ignoreVary: true })
    if (kept) return kept
    const response = await fetch(request)
    if (response.ok) await (await caches.open(assets)).put(request, response.clone())
    return response
  }

  async function answer(page: string): Promise<Response> {
    const kept = (await caches.match(page, { ignoreVary: true })) ?? (await caches.match(offlinePath))
    return kept ?? Response.error()
  }

  /** Fetches and stores a page that may be kept. The draft's page is asked without a query: with one, it has no form. */
  async function keep(address: string): Promise<void> {
    const draft = draftSavedAt(address.replace(/\?.*/, ''))
    const [page, isDraft] = [draft ?? address, draft !== undefined]
    if (!isDraft && (!publicPage.test(page) || (await isFresh(page)))) return
    const credentials = isDraft ? 'same-origin' : 'omit'
    const before = changes
    const response = await fetch(page, { credentials, redirect: 'manual', headers: { Accept: 'text/html' } })
    const session = response.headers.get(sessionKeyHeader)
    if (isDraft && before !== changes) return
    // To the sign-in page.
    const isSignedOut = response.type === 'opaqueredirect'
    const noting = isDraft && (isSignedOut ? dropDrafts() : noteSession(response))
    const noted = changes
    await noting
    if (response.status === 404 || response.status === 410) return forget(page)
    const isPage = response.ok && isPageType(response)
    if (!isPage || (isDraft ? !session : !isForVisitors(response))) return
    const copy = response.clone()
    const text = await response.text()
    // Without a field the page tells the member that they have entered.
    if (isDraft && !text.includes('<textarea')) return forget(page)
    const cache = await caches.open(isDraft ? drafts + session : pages)
    await cache.put(page, copy)
    if (isDraft && noted !== changes) return void (await caches.delete(drafts + session))
    const [oldest] = (await cache.keys()).slice(0, -mostPages)
    if (oldest) await cache.delete(oldest)
    await addMissing([...new Set(text.match(/\/assets\/[\w.-]+/g))])
  }

  async function forget(page: string): Promise<void> {
    for (const name of await caches.keys())
      if (/^(pages|drafts) /.test(name)) await (await caches.open(name)).delete(page)
  }

  async function addMissing(files: readonly string[]): Promise<void> {
    const cache = await caches.open(assets)
    for (const file of files) if (!(await caches.match(file))) await cache.add(file)
  }

  async function isFresh(page: string): Promise<boolean> {
    const kept = await caches.match(page, { ignoreVary: true })
    return Date.now() - Date.parse(kept?.headers.get('Date') ?? '') < freshMs
  }

  /** Drops the drafts of other sessions; those of all if `response` is for a visitor or says that a session ended. */
  async function noteSession(response: Response): Promise<void> {
    const session = response.headers.get(sessionKeyHeader)
    const isForVisitor = response.ok && isPageType(response)
    if (session || isForVisitor || response.status === 401) await dropDrafts(session)
  }

  async function dropDrafts(session: string | null = null): Promise<void> {
    if (session !== current) changes++
    current = session
    const names = (await caches.keys()).filter((name) => name.startsWith('drafts '))
    await Promise.all(names.filter((name) => name !== drafts + session).map((name) => caches.delete(name)))
  }

  return { install, takeOver, asset, answer, keep, noteSession, dropDrafts }
}

async function pathsIn(names: readonly string[]): Promise<string[]> {
  const requests = names.map(async (name) => (await caches.open(name)).keys())
  return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname)
}

function isPageType({ headers }: Response): boolean {
  return /^text\/(html|x-script)/.test(headers.get('Content-Type') ?? '')
}

function isForVisitors({ headers }: Response): boolean {
  return !headers.has(sessionKeyHeader) && !/no-store|private/.test(headers.get('Cache-Control') ?? '')
}
