import { Breadcrumb, type Crumb } from './breadcrumb.tsx'

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
