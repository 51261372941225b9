import { Link } from 'react-router'

interface Props {
  title: React.ReactNode
  eyebrow?: React.ReactNode
  subtitle?: React.ReactNode
  crumbs?: readonly Crumb[]
  actions?: React.ReactNode
}

export function PageHeader({ title, eyebrow, subtitle, crumbs, actions }: Props) {
  return (
    <header className="pt-6 pb-6 sm:pt-8 sm:pb-7">
      {crumbs && <Breadcrumb crumbs={crumbs} />}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="max-w-180">
          {eyebrow && <p className="mb-2 eyebrow">{eyebrow}</p>}
          <h1 dir="auto" className="text-page">
            {title}
          </h1>
          {subtitle && <p className="mt-2 text-lead text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="flex max-w-full flex-wrap gap-3">{actions}</div>}
      </div>
    </header>
  )
}

interface Crumb {
  label: string
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
