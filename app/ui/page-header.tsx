import { Breadcrumb, type Crumb } from './breadcrumb.tsx'
import { RidgeScene, type RidgeSubject } from './scene.tsx'

interface Props {
  title: React.ReactNode
  eyebrow?: React.ReactNode
  subtitle?: React.ReactNode
  crumbs?: readonly Crumb[]
  /** Buttons at the right. */
  actions?: React.ReactNode
}

/** The header of a page without a banner image. */
export function PageHeader({ title, eyebrow, subtitle, crumbs, actions }: Props) {
  return (
    <header className="pt-8 pb-8 sm:pt-12">
      {crumbs && <Breadcrumb crumbs={crumbs} />}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-180">
          {eyebrow && <p className="mb-2 eyebrow">{eyebrow}</p>}
          <h1 className="text-page">{title}</h1>
          {subtitle && <p className="mt-3 text-lead text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
    </header>
  )
}

interface PageBannerProps {
  title: string
  subject?: RidgeSubject
  eyebrow?: string
  subtitle?: string
  /** What can be done with the page: a filter, a button. */
  children?: React.ReactNode
  /** A picture at the right, under the words on narrow screens. */
  aside?: React.ReactNode
}

/** The head of a page that many paths lead to: words before a low line of hills. */
export function PageBanner({ title, subject = 'gate', eyebrow, subtitle, children, aside }: PageBannerProps) {
  return (
    <div className="hero banner">
      <RidgeScene subject={subject} />
      <div className={`page banner-page ${aside ? 'banner-page-wide' : ''}`}>
        <div>
          {eyebrow && <p className="mb-3 eyebrow">{eyebrow}</p>}
          <h1 className="text-hero">{title}</h1>
          {subtitle && <p className="mt-4 max-w-140 text-lead">{subtitle}</p>}
          {children && <div className="mt-8">{children}</div>}
        </div>
        {aside}
      </div>
    </div>
  )
}
