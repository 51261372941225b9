import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createStaticHandler, type RouteObject, type StaticHandlerContext } from 'react-router'
import { describe, expect, it } from 'vitest'
import routes from '#app/routes.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { AREAS, type Area } from '#domain/roles/rules.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'

type RouteModule = Pick<RouteObject, 'loader' | 'action' | 'middleware'>

interface AdminRoute {
  path: string
  isResource: boolean
  methods: string[]
  /** The loaders of its page, those of layouts included. */
  loaders: number
}

const { db } = await testDatabase()
const member = await makeMember(db)
const admin = await makeMember(db, { isAdmin: true })
const moderator = await makeMember(db, { isModerator: true })
const challenge = await makeChallenge(db)
const modules = import.meta.glob<RouteModule & { default?: unknown }>(
  ['./**/*.ts', './**/*.tsx', '!./**/*.test.ts', '!./**/*.test.tsx'],
  { eager: true },
)
let handlerCalls = 0
const layout = routes.find(({ path }) => path === 'admin') as RouteConfigEntry
const { query, queryRoute } = createStaticHandler([routeObject(layout)])
const adminRoutes = (layout.children ?? []).flatMap((entry) => describeRoutes(entry, '/admin', 2))

describe.each(adminRoutes)('$path', ({ path, isResource, methods, loaders }) => {
  it.each(methods)('redirects visitors to /login on %s', async (method) => {
    const redirect = `/login?${new URLSearchParams({ redirect: `${path}?page=2` })}`
    const response = await send({ path: `${path}?page=2`, method, isResource, viewer: null })
    expect(response).toEqual({ status: 302, location: redirect, handlerCalls: 0 })
  })

  it.each(methods)('answers members with 403 on %s', async (method) => {
    const response = await send({ path, method, isResource, viewer: member })
    expect(response).toEqual({ status: 403, location: null, handlerCalls: 0 })
  })

  it.each(methods)('answers scripts of members with 403 on %s', async (method) => {
    const accept = 'application/json'
    const response = await send({ path, method, isResource, viewer: member, accept })
    expect(response).toEqual({ status: 403, location: null, handlerCalls: 0 })
  })

  it('lets moderators into their areas only', async () => {
    const area = path.split('/')[2] ?? 'dashboard'
    expect(Object.keys(AREAS)).toContain(area)
    const needed = AREAS[area as Area]
    for (const method of methods) {
      const { status, location, handlerCalls } = await send({ path, method, isResource, viewer: moderator })
      if (needed === 'moderator') expect([200, 302, 400, 404]).toContain(status)
      else if (path === '/admin') expect([status, location]).toEqual([302, '/admin/submissions'])
      else expect([status, handlerCalls]).toEqual([403, 0])
    }
  })

  it('lets administrators through', async () => {
    const response = await send({ path, method: 'GET', isResource, viewer: admin })
    // An action without a page leads to its list.
    expect(isResource && methods.includes('POST') ? [302] : [200, 404]).toContain(response.status)
    expect(response.handlerCalls).toBe(isResource ? 1 : loaders)
  })
})

it('covers every route module of the area', () => {
  const withHandlers = Object.entries(modules).filter(([, route]) => route.loader || route.action)
  expect(new Set(filesIn(layout))).toHaveProperty('size', withHandlers.length)
})

function filesIn({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesIn)]
}

/** An entry, or those below it, whose index has the same path. */
function describeRoutes(entry: RouteConfigEntry, parent: string, loaders: number): AdminRoute[] {
  const path = [parent, entry.path ?? []]
    .flat()
    .join('/')
    .replace(':verb', 'approve')
    .replace(/:\w+/, challenge)
  if (entry.children) return entry.children.flatMap((child) => describeRoutes(child, path, loaders + 1))
  const { action, default: component } = moduleOf(entry)
  return [{ path, isResource: !component, methods: action ? ['GET', 'POST'] : ['GET'], loaders }]
}

function routeObject(entry: RouteConfigEntry): RouteObject {
  const { loader, action, middleware } = moduleOf(entry)
  const handlers = {
    id: entry.id ?? entry.file,
    path: entry.path,
    middleware,
    loader: counted(loader),
    action: counted(action),
  }
  if (entry.index) return { ...handlers, index: true }
  return { ...handlers, children: entry.children?.map(routeObject) }
}

function counted<Handler extends RouteObject['loader'] | RouteObject['action']>(handler: Handler): Handler {
  if (typeof handler !== 'function') return handler
  return ((args: never, context: unknown) => {
    handlerCalls++
    return handler(args, context)
  }) as Handler
}

function moduleOf({ file }: RouteConfigEntry): RouteModule & { default?: unknown } {
  const found = modules[file.replace('features/admin/', './')]
  if (!found) throw new Error(`No module ${file}`)
  return found
}

interface GuardedRequest {
  path: string
  method: string
  isResource: boolean
  viewer: Viewer
  accept?: string
}

/** Runs a request through the route tree, middleware included, as the server does. */
async function send({ path, method, isResource, viewer, accept = 'text/html' }: GuardedRequest) {
  const request = method === 'POST' ? formRequest(path, { title: 'x' }) : new Request(origin + path)
  request.headers.set('Accept', accept)
  const options = { requestContext: await requestContext(db, viewer) }
  handlerCalls = 0
  const response: Response = isResource
    ? await queryRoute(request, {
        ...options,
        generateMiddlewareResponse: (handle: (request: Request) => Promise<Response>) => handle(request),
      })
    : await query(request, {
        ...options,
        generateMiddlewareResponse: async (handle) => pageResponse(await handle(request)),
      })
  await response.body?.cancel()
  return { status: response.status, location: response.headers.get('location'), handlerCalls }
}

function pageResponse(result: StaticHandlerContext | Response): Response {
  return result instanceof Response ? result : new Response(null, { status: result.statusCode })
}
