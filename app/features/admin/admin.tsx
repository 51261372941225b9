import { isRouteErrorResponse, Outlet, useLocation, useMatches } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { AdminCheckFailed, AdminFrame } from '#app/frame/admin-frame.tsx'
import { ErrorPage } from '#app/frame/errors/error-page.tsx'
import { AccessDenied } from '#app/frame/errors/error-view.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireRole } from '#app/middleware/require-role.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { adminCheckFailed } from '#domain/members/refusals.ts'
import type { Roles } from '#domain/roles/rules.ts'
import type { Route } from './+types/admin.ts'
import { adminCount } from './counts.server.ts'
import { QUEUE_PATH } from './paths.ts'

export const middleware: Route.MiddlewareFunction[] = [requireRole]

export async function loader({ context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const [pending, reports] = await Promise.all([
    adminCount(context, admin, 'pending'),
    adminCount(context, admin, 'reports'),
  ])
  const viewer: Roles = { isAdmin: admin.isAdmin, isModerator: admin.isModerator }
  return { release: context.get(servicesContext).release, viewer, waiting: { pending, reports } }
}

export function meta({ error, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: error ? errorTitle(error) : 'Admin', hidden: true })
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  const { version, commit } = loaderData.release
  const { pathname } = useLocation()
  const page = useMatches()[2]?.pathname
  // Over the whole window.
  if (pathname === QUEUE_PATH) return <Outlet />
  return (
    <AdminFrame viewer={loaderData.viewer} waiting={loaderData.waiting}>
      <div className="max-w-300 px-5 lg:px-8">
        {/* Another subject has another form, also where the history leads straight to it. The sections of one share its head. */}
        <Outlet key={page} />
        <footer className="mt-8 text-small text-muted">
          Version {version}
          {commit && `, commit ${commit}`}
        </footer>
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const status = statusOf(error)
  if (status === 403) return <AccessDenied />
  if (isCheckFailure(error)) return <AdminCheckFailed status={status} />
  return (
    <AdminFrame {...(loaderData && { viewer: loaderData.viewer })}>
      <ErrorPage status={status} />
    </AdminFrame>
  )
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

function isCheckFailure(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.statusText === adminCheckFailed
}

function errorTitle(error: unknown): string {
  if (isCheckFailure(error)) return adminCheckFailed
  const status = statusOf(error)
  if (status === 403) return 'Access Denied'
  return status === 404 ? 'Page not found' : 'Something went wrong'
}
