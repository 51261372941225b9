import { Card } from './card.tsx'
import { EmptyScene, type EmptySubject } from './scene.tsx'

interface Props {
  subject?: EmptySubject
  /** For a page without other content. */
  heading?: string
  children: React.ReactNode
  action?: React.ReactNode
}

export function EmptyState({ subject = 'moon', heading, children, action }: Props) {
  return (
    <Card flush className="flex flex-col items-center px-6 py-10 text-center">
      <EmptyScene subject={subject} />
      {heading && <h2 className="mt-5 text-card">{heading}</h2>}
      <p className={`max-w-120 text-muted ${heading ? 'mt-2' : 'mt-5'}`}>{children}</p>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </Card>
  )
}
