import { useLocation } from 'react-router'
import emptyMoon from '#app/ui/illustrations/empty-moon.svg?url&no-inline'
import ninja from '#app/ui/illustrations/empty-ninja.svg?url&no-inline'
import scroll from '#app/ui/illustrations/empty-scroll.svg?url&no-inline'
import { ButtonLink } from './button.tsx'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'

const emptyScenes = { moon: emptyMoon, ninja, scroll }

export type EmptySubject = keyof typeof emptyScenes

interface Props {
  subject?: EmptySubject
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

/** Shown in place of a part that failed to load. Retry reloads the page, also without JavaScript. */
export function ErrorPanel({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <Card
      role="alert"
      tone="bad"
      flush
      className="flex flex-wrap items-center justify-between gap-4 px-6 py-5"
    >
      <p className="flex items-center gap-3">
        <Icon name="warning" className="size-5 text-bad" />
        {message}
      </p>
      <ButtonLink to={pathname + search} reloadDocument variant="secondary" size="small">
        Retry
      </ButtonLink>
    </Card>
  )
}

export function EmptyScene({ subject }: { subject: EmptySubject }) {
  return <img src={emptyScenes[subject]} alt="" width={128} height={128} loading="lazy" />
}
