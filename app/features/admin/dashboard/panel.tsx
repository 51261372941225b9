import { Card } from '#app/ui/card.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'

interface Props {
  id: string
  title: string
  subtitle?: React.ReactNode
  more?: { to: string; label: string }
  children: React.ReactNode
}

export function Panel({ id, title, subtitle, more, children }: Props) {
  return (
    <Card as="section" flush id={id} className="min-w-0 overflow-hidden" aria-labelledby={`${id}-title`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1 px-6 pt-5.5 pb-4">
        <div>
          <h2 id={`${id}-title`} className="text-card">
            {title}
          </h2>
          {subtitle && <p className="mt-1 text-small text-muted">{subtitle}</p>}
        </div>
        {more && <ArrowLink to={more.to}>{more.label}</ArrowLink>}
      </header>
      {children}
    </Card>
  )
}

export function PanelEmpty({ children }: { children: React.ReactNode }) {
  return <p className="border-line border-t p-6 text-muted">{children}</p>
}
