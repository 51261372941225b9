import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

interface Segment {
  to: string
  label: string
  current: boolean
  icon?: IconName
}

/** A filter of a few choices, each a link, so that it works everywhere and can be shared. */
export function Segmented({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav aria-label={label} className="segmented">
      {segments.map((segment) => (
        <Link
          key={segment.to}
          to={segment.to}
          preventScrollReset
          aria-current={segment.current ? 'true' : undefined}
        >
          {segment.icon && <Icon name={segment.icon} className="size-4" />}
          {segment.label}
        </Link>
      ))}
    </nav>
  )
}
