import { useLocation } from 'react-router'
import { ButtonLink } from './button.tsx'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'

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
