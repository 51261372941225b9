import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createStaticHandler, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { createLoadContext } from '#app/entry.server.tsx'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import routes from '#app/routes.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { origin, requestContext } from '#test/request-context.ts'

/** Requests a path as a member or a visitor and returns the status. */
export type Open = (path: string, memberId: string | null) => Promise<number>

/** Handles requests like the server: looks up the session and runs the loaders of root and page. */
export async function openWith(db: Database): Promise<Open> {
  const services = (await requestContext(db, null)).get(servicesContext)
  const root = { id: 'root', path: '/', hasErrorBoundary: true, loader: loaderOf('root.tsx') }
  const handler = createStaticHandler([{ ...root, children: routes.map(objectOf) }])
  return async (path, memberId) => {
    const request = new Request(origin + path)
    if (memberId) request.headers.set('Cookie', await sessionOf(services, memberId))
    const context = await createLoadContext(services, request, 'nonce')
    const answer = await handler.query(request, { requestContext: context })
    if (answer instanceof Response) return answer.status
    for (const error of Object.values(answer.errors ?? {})) if (error instanceof Error) throw error
    return answer.statusCode
  }
}

function objectOf({ file, id = file, path, index, children = [] }: RouteConfigEntry): RouteObject {
  const own = { id, loader: loaderOf(file), ...(path && { path }) }
  return index ? { ...own, index } : { ...own, children: children.map(objectOf) }
}

type Loader = (args: LoaderFunctionArgs) => unknown
const modules = import.meta.glob<{ loader?: Loader }>(['/app/root.tsx', '/app/features/**/*.{ts,tsx}'])

function loaderOf(file: string): Loader {
  return async (args) => (await modules[`/app/${file}`]?.())?.loader?.(args) ?? null
}

const cookies = new Map<string, string>()

async function sessionOf(services: Pick<Services, 'db' | 'config'>, memberId: string): Promise<string> {
  const known = cookies.get(memberId)
  if (known) return known
  const cookie = sessionCookie.write(await startSession(services.db, memberId))
  cookies.set(memberId, cookie.split(';', 1)[0] ?? '')
  return sessionOf(services, memberId)
}
