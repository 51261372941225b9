import { isRouteErrorResponse, NavLink, Outlet } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { requireAdmin } from '#app/middleware/viewer.server.ts'
import { AccessDenied } from '#app/ui/access-denied.tsx'
import { BarLink } from '#app/ui/bar-link.tsx'
import { ErrorPage } from '#app/ui/error-page.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/admin.ts'
import { ADMIN_LINKS } from './paths.ts'

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

export function loader({ context }: Route.LoaderArgs) {
  return { release: context.get(servicesContext).release }
}

export function meta({ error, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: error ? errorTitle(statusOf(error)) : 'Admin', hidden: true })
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  const { version, commit } = loaderData.release
  return (
    <AdminFrame>
      <Outlet />
      <footer className="mt-8 text-small text-muted">
        Version {version}
        {commit && `, commit ${commit}`}
      </footer>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = statusOf(error)
  if (status === 403) return <AccessDenied />
  return (
    <AdminFrame>
      <ErrorPage status={status} />
    </AdminFrame>
  )
}

/** The layout of every admin page (ADM-1): navigation at the side, or above on narrow screens. */
function AdminFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="admin-frame">
      <nav aria-label="Administration" className="admin-nav">
        <ul className="admin-links">
          {ADMIN_LINKS.map(({ to, label }) => (
            <li key={to}>
              <BarLink as={NavLink} to={to} end={to === '/admin'}>
                {label}
              </BarLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 pb-22">{children}</div>
    </div>
  )
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

function errorTitle(status: number): string {
  if (status === 403) return 'Access Denied'
  return status === 404 ? 'Not found' : 'Something went wrong'
}
