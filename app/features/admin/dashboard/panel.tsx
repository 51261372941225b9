import { ArrowLink } from '#app/ui/arrow-link.tsx'

interface Props {
  id: string
  title: string
  subtitle?: React.ReactNode
  /** A link to the full list. */
  more?: { to: string; label: string }
  children: React.ReactNode
}

export function Panel({ id, title, subtitle, more, children }: Props) {
  return (
    <section id={id} className="card panel" aria-labelledby={`${id}-title`}>
      <header className="panel-head">
        <div>
          <h2 id={`${id}-title`} className="text-card">
            {title}
          </h2>
          {subtitle && <p className="mt-1 text-small text-muted">{subtitle}</p>}
        </div>
        {more && <ArrowLink to={more.to}>{more.label}</ArrowLink>}
      </header>
      {children}
    </section>
  )
}
