import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, type RouterContextProvider } from 'react-router'
import type { Sql } from 'sql-template-tag'
import { partsLoaded } from '#app/ui/browser/lazy-part.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { Database, Db } from '#platform/database/database.server.ts'
import { origin, requestContext } from '#test/request-context.ts'

interface LoaderArgs {
  request: Request
  params: Record<string, string>
  context: RouterContextProvider
  url: URL
  pattern: string
}

type Middleware = (args: LoaderArgs, next: () => Promise<Response>) => unknown

/** The parts of a route module that this file uses. */
interface PageModule {
  loader: (args: never) => unknown
  middleware?: ((args: never, next: () => Promise<Response>) => unknown)[]
  default: React.ComponentType<never>
  ErrorBoundary?: React.ComponentType<never>
}

interface OpenedPage {
  status: number
  /** Target of a redirect. */
  location: string | null
  html: string
  /** Text content in one line. */
  text: string
}

interface Visit {
  params?: Record<string, string>
  viewer?: Viewer
  /** Environment variables of the configuration. */
  env?: NodeJS.ProcessEnv
  /** Instead of the context of `viewer` and `env`. */
  context?: RouterContextProvider
}

/** Loads a page for a viewer and renders it like the server, including error pages. */
export async function openPage(
  db: Database,
  module: PageModule,
  path: string,
  { params = {}, viewer = null, env = {}, context: given }: Visit = {},
): Promise<OpenedPage> {
  await partsLoaded()
  const context = given ?? (await requestContext(db, viewer, env))
  const load = module.loader as unknown as (args: LoaderArgs) => unknown
  try {
    const request = new Request(origin + path)
    const args = {
      request,
      params,
      context,
      url: new URL(request.url),
      pattern: new URL(request.url).pathname,
    }
    for (const middleware of module.middleware ?? [])
      await (middleware as Middleware)(args, async () => new Response())
    const { data, status } = unwrapped(await load(args))
    return page(status, render(module, path, params, { loaderData: { page: data } }))
  } catch (thrown) {
    if (thrown instanceof Response) {
      return { ...page(thrown.status, ''), location: thrown.headers.get('location') }
    }
    const refusal = thrown as { data: unknown; init: ResponseInit | null }
    if (!refusal.init) throw thrown
    const status = refusal.init.status ?? 200
    const { statusText = '' } = refusal.init
    const error = { status, statusText, internal: false, data: refusal.data }
    return page(status, render(module, path, params, { loaderData: {}, errors: { page: error } }))
  }
}

/** Data and status of a loader's result, also when it uses `data()`. */
function unwrapped(loaded: unknown): { data: unknown; status: number } {
  const named = loaded as { type?: string; data: unknown; init: ResponseInit | null } | null
  if (named?.type !== 'DataWithResponseInit') return { data: loaded, status: 200 }
  return { data: named.data, status: named.init?.status ?? 200 }
}

/** A database that records statements, also of transactions, and rejects those that match `broken`. */
export function watched(db: Database, broken?: RegExp): { db: Database; statements: string[] } {
  const statements: string[] = []
  const record = ({ text }: Sql) => {
    statements.push(text)
    if (broken?.test(text)) throw new Error('broken on purpose')
  }
  const watching = (on: Db): Db => ({
    async rows<Row>(statement: Sql) {
      record(statement)
      return on.rows<Row>(statement)
    },
    async row<Row>(statement: Sql) {
      record(statement)
      return on.row<Row>(statement)
    },
    transaction: (work) => on.transaction((tx) => work(watching(tx))),
  })
  return { db: { ...db, ...watching(db) }, statements }
}

function page(status: number, html: string): OpenedPage {
  const text = html
    .replace(/<\/?bdi[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
  return { status, location: null, html, text }
}

type Hydration = { loaderData: Record<string, unknown>; errors?: Record<string, unknown> }

function render(
  module: PageModule,
  path: string,
  params: Record<string, string>,
  hydrationData: Hydration,
): string {
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: patternOf(new URL(path, origin).pathname, params),
      Component: module.default as React.ComponentType,
      ErrorBoundary: module.ErrorBoundary as React.ComponentType | undefined,
      loader: () => null,
    },
  ])
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={hydrationData} />)
}

/** Replaces parameter values in the path by their names. */
function patternOf(pathname: string, params: Record<string, string>): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, name]))
  return pathname
    .split('/')
    .map((part) => (names.has(part) ? `:${names.get(part)}` : part))
    .join('/')
}
