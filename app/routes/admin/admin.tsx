import { isRouteErrorResponse, NavLink, Outlet } from 'react-router'
import { requireAdmin } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { ErrorScreen } from '#app/ui/shell/error-screen.tsx'
import type { Route } from './+types/admin.ts'
import { AccessDenied } from './access-denied.tsx'
import { ADMIN_LINKS } from './places.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return null
}

export function meta({ error, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: error ? 'Access Denied' : 'Admin', hidden: true })
}

/** The frame of every administrators' page (entry §2): its navigation at the side, a strip on narrow screens. */
export default function Admin() {
  return (
    <div className="admin-frame">
      <nav aria-label="Administration" className="admin-nav">
        {ADMIN_LINKS.map(({ to, label }) => (
          <NavLink key={to} to={to} end className="bar-link">
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="min-w-0 pb-22">
        <Outlet />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return status === 403 ? <AccessDenied /> : <ErrorScreen status={status} />
}
