import { Icon } from '#app/ui/icons/icon.tsx'

/** A link to another site: opens in a new tab, and says so. */
export function Outside({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {children}
      <Icon name="external" className="ml-1 inline size-4 align-[-0.15em]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
