import { ArrowLink } from './arrow-link.tsx'

interface Props {
  title: string
  /** For links into the page, and for the heading to name the section. */
  id: string
  eyebrow?: React.ReactNode
  subtitle?: React.ReactNode
  link?: { to: string; label: string }
  className?: string
  children: React.ReactNode
}

/** A part of a page with its heading, a line under it and a way onward. */
export function Section({ title, id, eyebrow, subtitle, link, className = 'mt-18', children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={className}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          {eyebrow && <p className="mb-2 eyebrow">{eyebrow}</p>}
          <h2 id={`${id}-heading`} className="text-title">
            {title}
          </h2>
          {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
        </div>
        {link && <ArrowLink to={link.to}>{link.label}</ArrowLink>}
      </div>
      {children}
    </section>
  )
}
