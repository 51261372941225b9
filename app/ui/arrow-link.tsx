import { Link } from 'react-router'
import { Icon } from './icon.tsx'

/** 'All challenges', with an arrow: a link that leads on from a section or a card. */
export function ArrowLink({ to, go, children }: { to: string; go?: boolean; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className={go ? 'onward text-go-text' : 'onward text-muted hover:text-ink'}
    >
      {children}
      <Icon name="arrow" />
    </Link>
  )
}
