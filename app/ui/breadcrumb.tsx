import { Link } from 'react-router'

export interface Crumb {
  label: string
  /** Absent for the current page. */
  to?: string
}

/** Phones show the last two. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-5">
      <ol className="flex flex-wrap items-center gap-x-2 text-small wrap-anywhere text-muted">
        {crumbs.map((crumb, position) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-2 max-sm:nth-last-[n+3]:hidden">
            {crumb.to ? (
              <Link
                dir="auto"
                to={crumb.to}
                className="min-h-6 content-center hover:text-ink hover:underline"
              >
                {crumb.label}
              </Link>
            ) : (
              <span dir="auto" aria-current="page">
                {crumb.label}
              </span>
            )}
            {position < crumbs.length - 1 && <span aria-hidden="true">/</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
